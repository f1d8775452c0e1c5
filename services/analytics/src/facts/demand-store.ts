import type { Knex } from 'knex'

export function createDemandStore(db: Knex) {
  return {
    /** Units consumed by medicine and month, from the month `first` on. */
    async listSince(first: string): Promise<{ medicineId: string; month: string; consumed: number }[]> {
      const rows = await db('demand_months')
        .where('month', '>=', first)
        .select('medicine_id', 'month', 'consumed')
      return rows.map(({ medicine_id: medicineId, month, consumed }) => ({
        ...{ medicineId, month, consumed: Number(consumed) },
      }))
    },
  }
}
