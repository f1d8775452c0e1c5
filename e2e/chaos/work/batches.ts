import { randomUUID } from 'node:crypto'
import { openDatabase } from '@mms/service-kit'
import type { Stage } from '../stage/stage.ts'

const DAY_MS = 86_400_000

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Of each medicine, beside what has no number: one has expired, one is held, and two are sold, the second before the first. */
const kinds = [
  { number: 'EXPIRED', days: -3, status: 'available' },
  { number: 'HELD', days: 30, status: 'quarantined' },
  { number: 'LATER', days: 200, status: 'available' },
  { number: 'SOONER', days: 60, status: 'available' },
] as const

/** Divides the opening stock of medicines into several batches, before anybody asks for them. */
export async function splitIntoBatches({ urls }: Pick<Stage, 'urls'>, medicineIds: string[]): Promise<void> {
  const db = openDatabase(urls.inventory, { poolSize: 1 })
  try {
    await db.transaction(async (trx) => {
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
        await trx('batches').insert(batches)
        await trx('batches').where({ id: medicineId }).update({ stock: rest })
        const opening = await trx('movements').where({ medicine_id: medicineId, version: 1 }).first('id')
        await trx('movements').where(opening).update({ batch_id: null, batch_balance_after: null })
        await trx('movement_lines').insert(
          [...batches, { id: medicineId, stock: rest }].map(({ id, stock: units }) => ({
            ...{ movement_id: opening.id, batch_id: id, effect: units, balance_after: units },
          })),
        )
      }
    })
  } finally {
    await db.destroy()
  }
}
