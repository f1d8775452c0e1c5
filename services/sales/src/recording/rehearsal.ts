import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { withOutcome } from '../outcomes/rules.ts'
import { writeOutcomes } from '../outcomes/settlement.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { newTransaction } from './rules.ts'

export async function rehearseSale(trx: Knex.Transaction, timeZone: string): Promise<void> {
  const medicineId = v7()
  const time = { madeAt: null, earliest: new Date(0) }
  const record = newTransaction(
    { medicineId, type: 'sale', quantity: 1, unitPrice: 1, note: '' },
    { callerId: '', callerName: '', isAdmin: true, isProven: false, key: null, fingerprint: null, ...time },
    0,
  )
  await createTransactionStore(trx).insert([record])
  const lines = [{ batchId: v7(), number: null, expiryDate: null, effect: -1, balanceAfter: 0 }]
  const outcome = {
    outcome: 'applied',
    movementId: record.id,
    medicineId,
    version: 1,
    balanceAfter: 0,
  } as const
  await writeOutcomes(trx, [withOutcome(record, { ...outcome, lines })], timeZone)
}
