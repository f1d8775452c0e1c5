import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createCalendarStore, createCountStore } from './count-store.ts'
import { createHistoryStore } from './history-store.ts'

const PAGE = 10_000

async function countAgain(trx: Knex.Transaction, timeZone: string): Promise<void> {
  const counts = createCountStore(trx, timeZone)
  const history = createHistoryStore(trx)
  await counts.removeAll()
  for (let after = ''; ; ) {
    const page = await history.completedAfter(after, PAGE)
    await counts.add(page)
    const lastCounted = page.at(-1)
    if (page.length < PAGE || !lastCounted) return
    after = lastCounted.id
  }
}

export async function countByDaysOf(db: Knex, timeZone: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const calendar = createCalendarStore(trx)
    if ((await calendar.lock(timeZone)) === timeZone) return
    await countAgain(trx, timeZone)
    await calendar.update(timeZone)
  })
}
