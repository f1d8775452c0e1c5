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
      const rows = await db('demand_months')
        .where('month', '>=', first)
        .select('medicine_id', 'month', 'consumed')
      return rows.map(({ medicine_id: medicineId, month, consumed }) => ({
        ...{ medicineId, month, consumed: Number(consumed) },
      }))
    },
  }
}
