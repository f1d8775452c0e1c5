import type { Knex } from 'knex'
import { createCounterStore } from './store.ts'

const DAY_MS = 86_400_000
/** How far back "what this store sells most" looks. */
const DAYS = 90
/** How long today's sum may lag behind. */
const FRESH_MS = 10 * 60_000

/** First UUIDv7 of a millisecond: ids rise with time, so the primary key finds a day without another index. */
function firstIdOf(instant: number): string {
  const hex = Math.max(0, instant).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Units sold of each medicine in the last 90 days, undone sales not counted; cached. A day that is over does not change, so each
 * is summed once; small queries, because an embedded database works for nobody else meanwhile.
 */
export function createSoldUnits({ db, now }: { db: Knex; now: () => Date }) {
  const store = createCounterStore(db)
  const days = new Map<number, Map<string, number>>()
  let totals = new Map<string, number>()
  let freshUntil = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null

  const sumDay = (day: number) => store.unitsSold(firstIdOf(day * DAY_MS), firstIdOf((day + 1) * DAY_MS))

  async function refresh(): Promise<void> {
    const today = Math.floor(now().getTime() / DAY_MS)
    for (const day of days.keys()) if (day <= today - DAYS || day >= today - 1) days.delete(day)
    for (let day = today - DAYS + 1; day <= today; day += 1) {
      if (!days.has(day)) days.set(day, await sumDay(day))
    }
    totals = new Map()
    for (const units of days.values()) {
      for (const [id, count] of units) totals.set(id, (totals.get(id) ?? 0) + count)
    }
    freshUntil = performance.now() + FRESH_MS
  }

  return {
    /** By medicine; one that is not in it sold nothing. */
    async read(): Promise<ReadonlyMap<string, number>> {
      if (performance.now() >= freshUntil) {
        underWay ??= refresh().finally(() => {
          underWay = null
        })
        await underWay
      }
      return totals
    },
  }
}
