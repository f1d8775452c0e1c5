import type { CreateMedicine, Medicine, MedicineState, UpdateMedicine } from '@mms/contracts'
import { inTransaction, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createLedger } from '../stock/ledger.ts'
import type { StoreClock } from '../store-clock.ts'
import { namesVersion } from './etag.ts'
import { editedMedicine, newMedicine, publicMedicine } from './rules.ts'
import { createMedicineStore } from './store.ts'

const notFound = () => problem.notFound('inventory.medicine_not_found', 'Medicine not found')

function assertUnchanged({ version, name }: MedicineState, ifMatch: string | undefined): void {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return
  throw problem.preconditionFailed(
    'inventory.medicine_changed',
    `${name} was changed in the meantime. Nothing was saved; please load it again`,
  )
}

export function createMedicineService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const now = () => clock.now().toISOString()

  async function lock(trx: Knex.Transaction, id: string): Promise<MedicineState> {
    const medicine = await createMedicineStore(trx).lock(id)
    if (!medicine) throw notFound()
    return medicine
  }

  return {
    async find(id: string): Promise<Medicine> {
      const medicine = await createMedicineStore(db).find(id)
      if (!medicine) throw notFound()
      return medicine
    },
    async create(input: CreateMedicine, actorId: string): Promise<Medicine> {
      const medicine = newMedicine(v7(), input, now())
      await inTransaction(db, (trx) => createLedger(trx).open([medicine], actorId))
      return publicMedicine(medicine)
    },
    /** Saves the form. A change of stock is computed against the row as it is now, and is a movement. */
    async update(
      id: string,
      input: UpdateMedicine,
      ifMatch: string | undefined,
      actorId: string,
    ): Promise<Medicine> {
      return inTransaction(db, async (trx) => {
        const before = await lock(trx, id)
        assertUnchanged(before, ifMatch)
        const after = editedMedicine(before, input, now())
        await createLedger(trx).edit(before, after, actorId)
        return publicMedicine(after)
      })
    },
    /** Hides a medicine; its history stays. */
    async remove(id: string, actorId: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const before = await lock(trx, id)
        const after = { ...before, version: before.version + 1, updatedAt: now(), deleted: true }
        await createLedger(trx).edit(before, after, actorId)
      })
    },
  }
}
export type MedicineService = ReturnType<typeof createMedicineService>
