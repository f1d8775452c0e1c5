import { addDays, startOfStoreDay } from '@mms/contracts'
import { LRUCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSearchStore, type Trade } from './store.ts'

/** How many store days "what this store sells most" looks back. */
const DAYS = 90
/** Days whose sums are kept: the present one, and those that browsers come from. */
const KEPT = 3

/** Units sold by medicine; one that is not in it sold nothing. */
export type SoldUnits = ReadonlyMap<string, number>

/** How many sales or purchases of a medicine say what is usual. */
const LEAST_COUNT = 5

/** Units of a usual transaction: what a counter compares with. Null where there were too few. */
export interface Usual {
  usualSale: number | null
  usualPurchase: number | null
}
type UsualUnits = ReadonlyMap<string, Usual>

const noUsual: Usual = { usualSale: null, usualPurchase: null }

interface Sum {
  units: number
  count: number
}

interface Sums {
  sold: SoldUnits
  usual: UsualUnits
}

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

  async function sum(day: string): Promise<Sums> {
    const startOf = (daysBefore: number) => startOfStoreDay(addDays(day, -daysBefore), timeZone)
    const sums = { sale: new Map<string, Sum>(), purchase: new Map<string, Sum>() }
    for (let before = DAYS; before > 0; before -= 1) {
      const [fromId, untilId] = [firstIdOf(startOf(before)), firstIdOf(startOf(before - 1))]
      for (const trade of await store.trades(fromId, untilId, startOf(0))) addTo(sums[trade.type], trade)
    }
    return { sold: soldOf(sums.sale), usual: usualOf(sums.sale, sums.purchase) }
  }

  const kept = new LRUCache<string, Sums>({ max: KEPT, fetchMethod: sum })
  const find = (day: string) => kept.forceFetch(day)

  return {
    /** Before `day`, a date of the store. */
    before: async (day: string): Promise<SoldUnits> => (await find(day)).sold,
    /** What is usual in one sale and in one purchase, by the same days. */
    usualBefore: async (day: string): Promise<(id: string) => Usual> => {
      const { usual } = await find(day)
      return (id) => usual.get(id) ?? noUsual
    },
  }
}

function addTo(sums: Map<string, Sum>, { medicineId, units, count }: Trade): void {
  const { units: before, count: countBefore } = sums.get(medicineId) ?? { units: 0, count: 0 }
  sums.set(medicineId, { units: before + units, count: countBefore + count })
}

/** A sale before these days may have been undone in them. */
function soldOf(sales: Map<string, Sum>): SoldUnits {
  const positive = [...sales].filter(([, { units }]) => units > 0)
  return new Map(positive.map(([id, { units }]) => [id, units]))
}

function usualOf(sales: Map<string, Sum>, purchases: Map<string, Sum>): UsualUnits {
  const meanOf = (sum: Sum | undefined) =>
    sum && sum.count >= LEAST_COUNT && sum.units > 0 ? Math.max(1, Math.round(sum.units / sum.count)) : null
  const usual = new Map<string, Usual>()
  for (const id of new Set([...sales.keys(), ...purchases.keys()])) {
    const one = { usualSale: meanOf(sales.get(id)), usualPurchase: meanOf(purchases.get(id)) }
    if (one.usualSale !== null || one.usualPurchase !== null) usual.set(id, one)
  }
  return usual
}
