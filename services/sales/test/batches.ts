import { randomUUID } from 'node:crypto'
import type { Medicine } from '@mms/contracts'
import { inTransaction } from '@mms/service-kit'
import type { Processes } from './processes.ts'

/** Divides a medicine's opening stock into batches of `[units, expiry date]`. No unit stays without a number. */
export async function divideStock(
  { inventoryDatabase: { db } }: Pick<Processes, 'inventoryDatabase'>,
  { _id: medicineId }: Medicine,
  shares: [units: number, expiryDate: string][],
): Promise<void> {
  const batches = shares.map(([stock, expiryDate], index) => ({
    ...{ id: randomUUID(), medicine_id: medicineId, batch_number: `B${index}`, expiry_date: expiryDate },
    ...{ status: 'available', stock, version: 1, created_at: new Date() },
  }))
  await inTransaction(db, async (trx) => {
    const opening = await trx('movements').where({ medicine_id: medicineId, version: 1 }).first('id')
    await trx('batches').where({ medicine_id: medicineId }).update({ stock: 0 })
    await trx('batches').insert(batches)
    await trx('movements').where(opening).update({ batch_id: null, batch_balance_after: null })
    await trx('movement_lines').insert(
      batches.map(({ id, stock }) => ({
        ...{ movement_id: opening.id, batch_id: id, effect: stock, balance_after: stock },
      })),
    )
  })
}

/** Compares the stock of each batch with the sum of its movement lines. */
export async function batchBooks({ inventoryDatabase: { db } }: Processes, { _id: medicineId }: Medicine) {
  const batches = await db('batches').where({ medicine_id: medicineId }).whereNotNull('batch_number')
  const own = await db('movements').where({ medicine_id: medicineId }).whereNotNull('batch_id')
  const split = await db('movement_lines').whereIn(
    'batch_id',
    batches.map(({ id }) => id),
  )
  return Object.fromEntries(
    batches.map(({ id, batch_number: number, stock }) => {
      const lines = [...own, ...split].filter(({ batch_id: batchId }) => batchId === id)
      return [number, { stock, lines: lines.reduce((sum, { effect }) => sum + effect, 0) }]
    }),
  )
}
