import {
  type ConvertPack,
  type CreateMedicine,
  MAX_STOCK,
  type Medicine,
  type MedicineState,
  pluralOf,
  type UpdateMedicine,
} from '@mms/contracts'
import {
  type Actor,
  createSharedFind,
  failpoint,
  inTransaction,
  isMatch,
  isSameFingerprint,
  isUniqueViolation,
  problem,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { type AddRequest, createKeyStore } from './key-store.ts'
import { convertedMedicine, editedMedicine, newMedicine, publicMedicine } from './rules.ts'
import { createMedicineStore } from './store.ts'

export interface AddResult {
  medicine: Medicine
  replayed: boolean
}

const keyReused = () =>
  problem.unprocessable(
    'inventory.key_reused',
    'A medicine was already added from this form. Please look for it in the list',
  )

export const medicineNotFoundProblem = () =>
  problem.notFound('inventory.medicine_not_found', 'Medicine not found')

const barcodeTaken = (name: string) =>
  problem.conflict('inventory.barcode_in_use', `This barcode is already used by ${name}`, {
    errors: { barcode: `is already used by ${name}` },
  })

function assertUnchanged({ version, name }: MedicineState, ifMatch: string | undefined): void {
  if (isMatch(ifMatch, version)) return
  throw problem.preconditionFailed(
    'inventory.medicine_changed',
    `${name} was changed in the meantime. Nothing was saved; please load it again`,
  )
}

function assertConvertible({ name, packSize, unitWord }: MedicineState, after: MedicineState): void {
  if (packSize > 1)
    throw problem.conflict(
      'inventory.counted_in_units',
      `The stock of ${name} is already counted in ${pluralOf(unitWord)}`,
    )
  if (Math.max(after.currentStock, after.minStockLevel) > MAX_STOCK)
    throw problem.conflict(
      'inventory.stock_limit',
      `The stock of ${name} would exceed ${MAX_STOCK.toLocaleString('en-IN')} ${pluralOf(after.unitWord)}`,
      { errors: { packSize: 'is too large for this stock' } },
    )
}

export interface MedicineLedger {
  open(added: MedicineState[], actor: Actor): Promise<void>
  edit(
    before: MedicineState,
    after: MedicineState,
    actor: Actor,
    by: { isAdmin: boolean; today: string },
  ): Promise<MedicineState>
  convert(before: MedicineState, after: MedicineState, actor: Actor): Promise<void>
}

export interface MedicineServiceOptions {
  db: Knex
  clock: StoreClock
  openLedger: (trx: Knex.Transaction) => MedicineLedger
}

const createFinder = (db: Knex) =>
  createSharedFind(async (ids) => {
    const medicines = await createMedicineStore(db).find(ids)
    return new Map(medicines.map((medicine) => [medicine._id, medicine]))
  })

async function replay(db: Knex, request: AddRequest): Promise<AddResult> {
  const added = await createKeyStore(db).find(request)
  if (!added) throw problem.unavailable('inventory.try_again', 'Please try again')
  if (!isSameFingerprint(added.fingerprint, request.fingerprint)) throw keyReused()
  return { medicine: added.medicine, replayed: true }
}

const createConvert =
  ({ db, clock, openLedger }: MedicineServiceOptions) =>
  (id: string, pack: ConvertPack, ifMatch: string | undefined, actor: Actor): Promise<Medicine> =>
    inTransaction(db, async (trx) => {
      const store = createMedicineStore(trx)
      const before = await store.lock(id)
      if (!before && (await store.exists(id)))
        throw problem.conflict('inventory.medicine_deleted', 'This medicine was deleted')
      if (!before) throw medicineNotFoundProblem()
      assertUnchanged(before, ifMatch)
      const after = convertedMedicine(before, pack, clock.now().toISOString())
      assertConvertible(before, after)
      await openLedger(trx).convert(before, after, actor)
      failpoint('inventory.conversion.written')
      return publicMedicine(after)
    })

export function createMedicineService(options: MedicineServiceOptions) {
  const { db, clock, openLedger } = options
  const findShown = createFinder(db)
  const now = () => clock.now().toISOString()

  async function lock(trx: Knex.Transaction, id: string): Promise<MedicineState> {
    const medicine = await createMedicineStore(trx).lock(id)
    if (!medicine) throw medicineNotFoundProblem()
    return medicine
  }

  /** Turns a unique violation of the barcode into an error that names the other medicine. */
  async function nameBarcodeOwner<T>(
    id: string,
    barcode: string | null | undefined,
    write: Promise<T>,
  ): Promise<T> {
    try {
      return await write
    } catch (error) {
      const name =
        barcode && isUniqueViolation(error)
          ? await createMedicineStore(db).nameByBarcode(barcode, id)
          : undefined
      throw name === undefined ? error : barcodeTaken(name)
    }
  }

  return {
    async find(id: string): Promise<Medicine> {
      const medicine = await findShown(id)
      if (!medicine) throw medicineNotFoundProblem()
      return medicine
    },
    /** Adds a medicine; with a key, at most once. */
    async create(input: CreateMedicine, actor: Actor, request?: AddRequest): Promise<AddResult> {
      const state = newMedicine(v7(), input, now())
      const medicine = publicMedicine(state)
      const write = inTransaction(db, async (trx) => {
        if (request && !(await createKeyStore(trx).insert(request, medicine, clock.now()))) return false
        await openLedger(trx).open([state], actor)
        return true
      })
      const isNew = await nameBarcodeOwner(state._id, state.barcode, write)
      if (isNew || !request) return { medicine, replayed: false }
      return replay(db, request)
    },
    async update(
      id: string,
      input: UpdateMedicine,
      ifMatch: string | undefined,
      { actor, isAdmin }: { actor: Actor; isAdmin: boolean },
    ): Promise<Medicine> {
      const write = inTransaction(db, async (trx) => {
        const before = await lock(trx, id)
        assertUnchanged(before, ifMatch)
        const after = editedMedicine(before, input, now())
        return publicMedicine(
          await openLedger(trx).edit(before, after, actor, { isAdmin, today: clock.today() }),
        )
      })
      return nameBarcodeOwner(id, input.barcode, write)
    },
    convert: createConvert(options),
    async remove(id: string, actor: Actor): Promise<void> {
      await inTransaction(db, async (trx) => {
        const before = await lock(trx, id)
        const after = { ...before, version: before.version + 1, updatedAt: now(), deleted: true }
        await openLedger(trx).edit(before, after, actor, { isAdmin: true, today: clock.today() })
      })
    },
  }
}
export type MedicineService = ReturnType<typeof createMedicineService>
