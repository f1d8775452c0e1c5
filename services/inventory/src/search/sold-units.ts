import { addDays, startOfStoreDay } from '@mms/contracts'
import { createSharedReads } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSearchStore } from './store.ts'

/** How many store days "what this store sells most" looks back. */
const DAYS = 90
/** Days whose sums are kept: the present one, and those that browsers come from. */
const KEPT = 3

/** Units sold by medicine; one that is not in it sold nothing. */
export type SoldUnits = ReadonlyMap<string, number>

/** First UUIDv7 of an instant: ids rise with time, so the primary key finds a day without another index. */
function firstIdOf(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Units sold of each medicine in the 90 store days before a store day, less what was undone in them. Only what was
 * recorded before that day counts, so every replica computes the same at any time of the day. One statement for each
 * day that is summed, because an embedded database serves nothing else meanwhile.
 */
export function createSoldUnits({ db, timeZone }: { db: Knex; timeZone: string }) {
  const store = createSearchStore(db)
  const share = createSharedReads()
  const kept = new Map<string, SoldUnits>()

  async function sum(day: string): Promise<SoldUnits> {
    const startOf = (daysBefore: number) => startOfStoreDay(addDays(day, -daysBefore), timeZone)
    const units = new Map<string, number>()
    for (let before = DAYS; before > 0; before -= 1) {
      const [fromId, untilId] = [firstIdOf(startOf(before)), firstIdOf(startOf(before - 1))]
      for (const [id, count] of await store.unitsSold(fromId, untilId, startOf(0))) {
        units.set(id, (units.get(id) ?? 0) + count)
      }
    }
    // A sale before these days may have been undone in them.
    for (const [id, count] of units) if (count <= 0) units.delete(id)
    return units
  }

  return {
    /** Before `day`, a date of the store. */
    before: (day: string): Promise<SoldUnits> =>
      share(day, async () => {
        const known = kept.get(day)
        if (known) return known
        const units = await sum(day)
        if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string)
        kept.set(day, units)
        return units
      }),
  }
}
