import { createMedicineSchema, type StockCommand } from '@mms/contracts'
import type { StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { newMedicine } from '../medicines/rules.ts'
import { createCommandStore } from './command-store.ts'
import { executeCommands } from './executor.ts'
import { createLedger } from './ledger.ts'

/** Adds a medicine, sells its only unit and undoes the sale. Throws if a step is refused. Never commit `trx`. */
export async function rehearseSale(trx: Knex.Transaction, clock: StoreClock): Promise<void> {
  const input = createMedicineSchema.parse({ name: 'Rehearsal', category: 'Other', currentStock: 1 })
  const medicine = newMedicine(v7(), input, clock.now().toISOString())
  await createLedger(trx).open([medicine], { id: '', name: '' })
  const [sale, undo] = [v7(), v7()]
  const command: StockCommand = {
    medicineId: medicine._id,
    type: 'sale',
    quantity: 1,
    direction: 'increase',
  }
  const requests = [
    { id: sale, command },
    { id: undo, command: { ...command, reverses: sale } },
  ]
  for (const request of requests) {
    const stored = await executeCommands(trx, [{ ...request, callerId: '', fingerprint: '' }], clock)
    await createCommandStore(trx).insert(stored, clock.now())
    for (const { outcome } of stored)
      if (outcome.outcome !== 'applied') throw new Error(`rehearsed sale: ${JSON.stringify(outcome)}`)
  }
}
