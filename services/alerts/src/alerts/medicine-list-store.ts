import type { Knex } from 'knex'
import type { Kind } from './count-store.ts'
import { type AlertRecord, columns, toRecord } from './row.ts'

type Filter = { [Part in keyof Kind]?: Kind[Part] | undefined }

/** New ones first, then by severity. */
const SCORE = `max(case when status = 'new' then 10 else 0 end)
  + max(case severity when 'high' then 2 when 'medium' then 1 else 0 end)`

export function createMedicineListStore(db: Knex) {
  /** Uses the index of kinds, because resolved alerts may be a million. */
  const open = ({ status, type, severity }: Filter) => {
    const query = db('alerts').whereIn('status', status ? [status] : ['new', 'read'])
    if (type) query.where({ type })
    return severity ? query.where({ severity }) : query
  }
  return {
    async listWorst(filter: Filter, limit: number, after?: [score: number, newest: string]) {
      const query = open(filter).groupBy('medicine_id').select({ medicineId: 'medicine_id' })
      query.select(db.raw(`${SCORE} as score`)).max({ newest: 'id' })
      if (after) {
        const [score, newest] = after
        query.havingRaw(`${SCORE} < ? or (${SCORE} = ? and max(id) < ?)`, [score, score, newest])
      }
      const order = ['score', 'newest'].map((column) => ({ column, order: 'desc' }))
      const rows = await query.orderBy(order).limit(limit)
      return rows.map(({ medicineId, score, newest }) => ({ medicineId, score: Number(score), newest }))
    },
    async count(filter: Filter): Promise<number> {
      const [row] = await open(filter).countDistinct({ medicines: 'medicine_id' })
      return Number(row?.medicines)
    },
    async listAlerts(filter: Filter, medicineIds: string[]): Promise<AlertRecord[]> {
      return (await open(filter).whereIn('medicine_id', medicineIds).select(columns)).map(toRecord)
    },
  }
}
