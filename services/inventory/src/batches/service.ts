import type { Batch, UpdateBatch } from '@mms/contracts'
import { type Actor, inTransaction, isMatch, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore } from '../medicines/store.ts'
import { changeBatches, lockBatches } from './changes.ts'
import { editOf } from './edited.ts'
import { noSuchBatch } from './rules.ts'
import { createBatchPageStore } from './store.ts'

export function createBatchService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createBatchPageStore(db)
  return {
    async list(medicineId: string, withEmpty: boolean): Promise<Batch[]> {
      const batches = await store.list(medicineId, withEmpty)
      if (batches.length === 0 && !(await createMedicineStore(db).exists(medicineId)))
        throw problem.notFound('inventory.medicine_not_found', 'Medicine not found')
      return batches
    },
    async update(
      { medicineId, batchId }: { medicineId: string; batchId: string },
      input: UpdateBatch,
      ifMatch: string | undefined,
      { actor, isAdmin }: { actor: Actor; isAdmin: boolean },
    ): Promise<Batch> {
      await inTransaction(db, async (trx) => {
        const locked = await lockBatches(trx, [medicineId])
        const [medicine, shelf] = [locked.medicines.get(medicineId), locked.shelves.get(medicineId)]
        const [stored] = await createBatchPageStore(trx).find([batchId])
        const batch = shelf?.find(batchId)
        if (!medicine || !shelf || !batch || !stored) throw noSuchBatch()
        if (!isMatch(ifMatch, stored.version)) {
          throw problem.preconditionFailed(
            'inventory.batch_changed',
            `Batch ${batch.number ?? 'unmarked'} of ${medicine.name} was changed in the meantime. Nothing was saved; please load it again`,
          )
        }
        const at = clock.now()
        const asked = { batch, stored, input, medicine, others: shelf.list(), isAdmin, today: clock.today() }
        const change = editOf(asked)
        await changeBatches(trx, locked, change ? [change] : [], { actor, at })
      })
      return (await store.find([batchId]))[0] as Batch
    },
  }
}
export type BatchService = ReturnType<typeof createBatchService>
