import type { MedicineState, Batch as ShownBatch, UpdateBatch } from '@mms/contracts'
import { type Actor, differences, isMatch, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { medicineNotFoundProblem } from '../medicines/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { Batch } from './batch.ts'
import { type BatchChange, createBatchChanger } from './batch-changes.ts'
import { createBatchPageStore } from './batch-page-store.ts'
import { batchNotFoundProblem, editedBatch, isAboveMrp, withUnitPrices } from './batch-rules.ts'
import { assertMayChangeMrp, expiredStockProblem, makesSellable } from './medicine-edit.ts'

const fields = [
  ...(['number', 'expiryDate', 'unitPrice', 'mrp', 'supplier', 'returnBy', 'costPrice'] as const),
  ...(['packPrice', 'packMrp', 'packCost'] as const),
]

interface Correction {
  batch: Batch
  stored: ShownBatch
  input: UpdateBatch
  medicine: MedicineState
  others: Batch[]
  isAdmin: boolean
  today: string
}

function assertNumber({ batch, input: { number }, medicine, others }: Correction): void {
  if (number === undefined || number === batch.number) return
  if (others.some((other) => other.number === number)) {
    throw problem.conflict(
      'inventory.batch_number_taken',
      `${medicine.name} already has a batch ${number}, and batches cannot be merged. Check the number on the packs`,
      { errors: { number: 'belongs to another batch' } },
    )
  }
  if (batch.number !== null || batch.stock > 0) return
  throw problem.conflict(
    'inventory.batch_empty',
    `There is no stock of ${medicine.name} without a batch number`,
    { errors: { number: 'can be set only while there is stock' } },
  )
}

/** Only administrators may make unsellable stock sellable again. */
function assertMaySell({ batch, input, medicine, isAdmin, today }: Correction): void {
  if (isAdmin) return
  if (input.number !== undefined && input.number !== batch.number && batch.status !== 'available') {
    throw problem.forbidden(
      'inventory.batch_held',
      `Batch ${batch.number ?? 'without a number'} of ${medicine.name} is on hold: only an administrator can change its number`,
    )
  }
  // Applies to empty batches, too, because an undo or a return may bring units back.
  if (input.expiryDate !== undefined && makesSellable(batch.expiryDate, input.expiryDate, today))
    throw expiredStockProblem(medicine.name)
  // A batch without an MRP sells under its medicine's.
  for (const field of ['mrp', 'packMrp'] as const)
    if (input[field] !== (batch[field] ?? null))
      assertMayChangeMrp(batch[field] ?? medicine[field] ?? null, input[field])
}

function assertPrice({ batch, input, medicine }: Correction): void {
  if (input.unitPrice === undefined && input.mrp === undefined) return
  if (!isAboveMrp(editedBatch(batch, input), medicine)) return
  throw problem.badRequest('inventory.batch_mrp', `The batch would sell above its MRP`, {
    errors: { [input.mrp === undefined ? 'unitPrice' : 'mrp']: 'the price is above the MRP' },
  })
}

function correctBatch(correction: Correction): BatchChange | undefined {
  const { batch, stored, input } = correction
  assertNumber(correction)
  assertPrice(correction)
  assertMaySell(correction)
  const edited = editedBatch(batch, input)
  const before: ShownBatch = { ...stored, costPrice: stored.costPrice ?? null }
  const values = differences<ShownBatch>(before, { ...stored, ...edited }, fields)
  if (!values) return undefined
  return {
    action: 'batch.changed',
    audit: {
      before: { batch: batch.number, ...values.before },
      after: { batch: edited.number, ...values.after },
    },
    after: edited,
    details: {
      // A corrected price replaces the discounted one, which ends the discount.
      ...(input.unitPrice !== undefined && { discounted: null }),
      ...(edited.number !== batch.number && { formerNumber: batch.number }),
    },
  }
}

export function createBatchService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createBatchPageStore(db)
  const changeLocked = createBatchChanger({ db, clock })
  return {
    async list(medicineId: string, withEmpty: boolean): Promise<ShownBatch[]> {
      const batches = await store.list(medicineId, withEmpty)
      if (batches.length === 0 && !(await createMedicineStore(db).exists(medicineId)))
        throw medicineNotFoundProblem()
      return batches
    },
    async update(
      { id: medicineId, batchId }: { id: string; batchId: string },
      input: UpdateBatch,
      ifMatch: string | undefined,
      { actor, isAdmin }: { actor: Actor; isAdmin: boolean },
    ): Promise<ShownBatch> {
      await changeLocked([medicineId], actor, async (trx, { medicines, shelves }) => {
        const [medicine, shelf] = [medicines.get(medicineId), shelves.get(medicineId)]
        const [stored] = await createBatchPageStore(trx).find([batchId])
        const batch = shelf?.find(batchId)
        if (!medicine || !shelf || !batch || !stored) throw batchNotFoundProblem()
        if (!isMatch(ifMatch, stored.version)) {
          throw problem.preconditionFailed(
            'inventory.batch_changed',
            `Someone else changed batch ${batch.number ?? 'unmarked'} of ${medicine.name}. Nothing was saved. Please load it again`,
          )
        }
        const change = correctBatch({
          batch,
          stored,
          input: withUnitPrices(input, medicine.packSize),
          medicine,
          others: shelf.list(),
          isAdmin,
          today: clock.today(),
        })
        return change ? [change] : []
      })
      return (await store.find([batchId]))[0] as ShownBatch
    },
  }
}
export type BatchService = ReturnType<typeof createBatchService>
