import type { Knex } from 'knex'

/** Units consumed of a medicine in a month `yyyy-mm`; below 0 where more came back than was sold. */
export interface MonthDemand {
  medicineId: string
  month: string
  consumed: number
}

export function createDemandStore(db: Knex) {
  return {
    /** Units consumed by medicine and month, from the month `first` on. */
    async listSince(first: string): Promise<MonthDemand[]> {
      return db('demand_months')
        .where('month', '>=', first)
        .select({ medicineId: 'medicine_id', month: 'month', consumed: 'consumed' })
    },
    /** Medicines of which something was consumed in one of the months from `first` on. */
    async listConsumed(first: string): Promise<ReadonlySet<string>> {
      const query = db('demand_months').where('month', '>=', first).where('consumed', '>', 0)
      return new Set<string>(await query.distinct().pluck('medicine_id'))
    },
  }
}
