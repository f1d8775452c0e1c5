import { randomUUID } from 'node:crypto'
import { type CreateTransaction, DAY_MS, type NamedBatch, type TransactionType } from '@mms/contracts'
import { inTransaction, openDatabase } from '@mms/service-kit'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Batches of each medicine beside the one without a number: expired, on hold, and two good ones. */
const kinds = [
  { number: 'EXPIRED', days: -3, status: 'available' },
  { number: 'HELD', days: 30, status: 'quarantined' },
  { number: 'LATER', days: 200, status: 'available' },
  { number: 'SOONER', days: 60, status: 'available' },
] as const

/** Share of transactions that name a batch. */
const NAMED = 0.4
const WITH_REASON = 0.7
/** Share of deliveries without a number that have a date. */
const DATED = 0.2
const WRONG_DATES = 0.1
/** Share of named batches that were scanned. */
const SCANNED = 0.4

/** Batch of a delivery, sometimes with a wrong date. */
function deliveredBatch(random: Random): NamedBatch {
  const late = random.int(1, 3)
  const { number, days } = random.pick([...kinds, { number: `NEW-${late}`, days: 80 + late }])
  return { number, expiryDate: dateIn(random.chance(WRONG_DATES) ? days + 400 : days) }
}

/** Batch that a user names, if any: sometimes expired, on hold, absent or not first. */
export function namedBatch(
  type: TransactionType,
  random: Random,
): Pick<CreateTransaction, 'batch' | 'newExpiryDate'> {
  if (type === 'purchase' && random.chance(DATED))
    return { newExpiryDate: dateIn(random.pick([40, 90, 250])) }
  if (!random.chance(NAMED)) return {}
  if (type === 'purchase') return { batch: deliveredBatch(random) }
  const { number, days } = random.pick([
    ...kinds,
    { number: 'NEW-1', days: 81 },
    { number: 'NEW-2', days: 82 },
  ])
  if (random.chance(SCANNED)) return { batch: { number, expiryDate: dateIn(days), scanned: true } }
  const batch = { number }
  if (type !== 'sale' || !random.chance(WITH_REASON)) return { batch }
  return { batch: { ...batch, reason: 'the customer asked for it' } }
}

/** Splits the opening stock into batches before users start. */
export async function splitIntoBatches({ urls }: Pick<Stage, 'urls'>, medicineIds: string[]): Promise<void> {
  const db = openDatabase(urls.inventory, { poolSize: 1 })
  try {
    await inTransaction(db, async (trx) => {
      for (const medicineId of medicineIds) {
        const { current_stock: stock } = await trx('medicines')
          .where({ id: medicineId })
          .first('current_stock')
        const share = Math.floor(stock / (kinds.length + 1))
        const batches = kinds.map(({ number, days, status }) => ({
          ...{ id: randomUUID(), medicine_id: medicineId, batch_number: number, expiry_date: dateIn(days) },
          ...{ status, stock: share, version: 1, created_at: new Date() },
        }))
        const rest = stock - share * kinds.length
        const { id: unnumbered } = await trx('batches').where({ medicine_id: medicineId }).first('id')
        await trx('batches').insert(batches)
        await trx('batches').where({ id: unnumbered }).update({ stock: rest })
        const opening = await trx('movements').where({ medicine_id: medicineId, version: 1 }).first('id')
        await trx('movements').where(opening).update({ batch_id: null, batch_balance_after: null })
        await trx('movement_lines').insert(
          [...batches, { id: unnumbered, stock: rest }].map(({ id, stock: units }) => ({
            ...{ movement_id: opening.id, batch_id: id, effect: units, balance_after: units },
          })),
        )
      }
    })
  } finally {
    await db.destroy()
  }
}
