import type { ExpiryQueueSummary } from '@mms/contracts'
import { rupeesOfSum } from '@mms/service-kit'
import type { Knex } from 'knex'

type Sums = Record<keyof ExpiryQueueSummary, number | string | null>

/** Sums of what is in stock and expires up to `until`; of it, what has expired before `today`. */
export async function sumExpiring(db: Knex, until: string, today: string): Promise<ExpiryQueueSummary> {
  const value = 'stock * coalesce(batches.unit_price_paise, medicines.unit_price_paise)'
  const expired = (what: string) => db.raw(`sum(case when stock_date < ? then ${what} else 0 end)`, [today])
  const row: Sums = await db('batches')
    .join('medicines', 'medicines.id', 'batches.medicine_id')
    .whereNull('deleted_at')
    .where('stock_date', '<=', until)
    .first({
      batches: db.raw('count(*)'),
      units: db.raw('sum(stock)'),
      value: db.raw(`sum(${value})`),
      expiredBatches: expired('1'),
      expiredUnits: expired('stock'),
      expiredValue: expired(value),
    })
  const units = (sum: number | string | null) => Number(sum ?? 0)
  return {
    batches: units(row.batches),
    units: units(row.units),
    value: rupeesOfSum([units(row.value)]),
    expiredBatches: units(row.expiredBatches),
    expiredUnits: units(row.expiredUnits),
    expiredValue: rupeesOfSum([units(row.expiredValue)]),
  }
}
