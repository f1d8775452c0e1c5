import { addDays, startOfStoreDay } from '@mms/contracts'
import { LRUCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createSearchStore, type TradeSum } from './search-store.ts'

const DAYS = 90
const CACHED_DAYS = 3

export type SoldUnits = ReadonlyMap<string, number>

/** Minimum number of transactions needed to derive a usual quantity. */
const LEAST_COUNT = 5

/** A quantity is null if there are too few transactions. */
export interface UsualQuantities {
  usualSale: number | null
  usualPurchase: number | null
}
type UsualUnits = ReadonlyMap<string, UsualQuantities>

const noUsual: UsualQuantities = { usualSale: null, usualPurchase: null }

interface Sum {
  units: number
  count: number
}

interface Sums {
  sold: SoldUnits
  usual: UsualUnits
}

/** UUIDv7 ids rise with time, so the primary key selects the movements of a day. */
function firstIdOf(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Sums the net units sold in the 90 store days before a day. Counts only movements recorded before that day, so that
 * every replica gets the same result all day. Reads one day per statement, because SQLite blocks the process meanwhile.
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

  const kept = new LRUCache<string, Sums>({ max: CACHED_DAYS, fetchMethod: sum })
  const find = (day: string) => kept.forceFetch(day)

  return {
    before: async (day: string): Promise<SoldUnits> => (await find(day)).sold,
    usualBefore: async (day: string): Promise<(id: string) => UsualQuantities> => {
      const { usual } = await find(day)
      return (id) => usual.get(id) ?? noUsual
    },
  }
}

function addTo(sums: Map<string, Sum>, { medicineId, units, count }: TradeSum): void {
  const { units: before, count: countBefore } = sums.get(medicineId) ?? { units: 0, count: 0 }
  sums.set(medicineId, { units: before + units, count: countBefore + count })
}

/** Drops negative sums: they come from undoing sales older than these days. */
function soldOf(sales: Map<string, Sum>): SoldUnits {
  const positive = [...sales].filter(([, { units }]) => units > 0)
  return new Map(positive.map(([id, { units }]) => [id, units]))
}

function usualOf(sales: Map<string, Sum>, purchases: Map<string, Sum>): UsualUnits {
  const meanOf = (sum: Sum | undefined) =>
    sum && sum.count >= LEAST_COUNT && sum.units > 0 ? Math.max(1, Math.round(sum.units / sum.count)) : null
  const usual = new Map<string, UsualQuantities>()
  for (const id of new Set([...sales.keys(), ...purchases.keys()])) {
    const one = { usualSale: meanOf(sales.get(id)), usualPurchase: meanOf(purchases.get(id)) }
    if (one.usualSale !== null || one.usualPurchase !== null) usual.set(id, one)
  }
  return usual
}
