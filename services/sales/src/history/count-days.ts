import { storeDayBounds } from '@mms/contracts'
import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type CountCriteria, createCountStore } from './count-store.ts'
import { createSumStore } from './sum-store.ts'

const PAGE = 10_000

async function countAgain(trx: Knex.Transaction, timeZone: string): Promise<void> {
  const counts = createCountStore(trx, timeZone)
  await trx('daily_counts').delete()
  for (let after = ''; ; ) {
    const rows = await trx('transactions')
      .where('id', '>', after)
      .where({ status: 'completed' })
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'type', 'direction', 'quantity', 'reverses', 'total_paise', 'created_at')
    const counted = rows.map(({ created_at, total_paise, ...row }) => ({
      ...row,
      totalPaise: Number(total_paise),
      createdAt: new Date(created_at),
    }))
    await counts.add(counted)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id
  }
}

/**
 * Counts by the days of `timeZone`, from now on and for everything before. Run at start, before anything is
 * recorded: after a change of the zone the replicas of the old one must be gone.
 */
export async function countByDaysOf(db: Knex, timeZone: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').ignore()
    const { time_zone: counted } = await trx('calendar').where({ id: 1 }).forUpdate().first('time_zone')
    if (counted === timeZone) return
    await countAgain(trx, timeZone)
    await trx('calendar').where({ id: 1 }).update({ time_zone: timeZone })
  })
}

/** Sums up one day anew. Whoever completes a transaction of that day waits, or is waited for. */
async function sumDay(db: Knex, timeZone: string, day: string): Promise<void> {
  const bounds = storeDayBounds({ startDate: day, endDate: day }, timeZone)
  await inTransaction(db, async (trx) => {
    const counts = createCountStore(trx, timeZone)
    await counts.lock(day)
    await counts.replace(day, await createSumStore(trx).sum(bounds))
  })
}

/** Sums up the days on which a replica of release 0.1 counted without summing: its last ones, and all before it. */
export async function sumUnsummedDays(
  db: Knex,
  timeZone: string,
  criteria: CountCriteria = {},
): Promise<void> {
  for (const day of await createCountStore(db, timeZone).findUnsummedDays(criteria))
    await sumDay(db, timeZone, day)
}
