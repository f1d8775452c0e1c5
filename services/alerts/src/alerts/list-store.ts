import { alertSeverities } from '@mms/contracts'
import type { Knex } from 'knex'
import type { AlertKind } from './count-store.ts'
import { type AlertRecord, columns, toRecord } from './row.ts'

export function createListStore(db: Knex) {
  return {
    /** Newest alerts first. Takes the newest of each kind by index, then the newest of all. */
    newestQuery(kinds: AlertKind[] | 'all', limit: number, after?: string): Knex.QueryBuilder {
      const newest = (query: Knex.QueryBuilder) => {
        if (after !== undefined) query.where('id', '<', after)
        return query.orderBy('id', 'desc').limit(limit)
      }
      if (kinds === 'all') return newest(db('alerts')).select('id')
      const ofEach = kinds.map(({ status, type, severity }) =>
        db.select('id').from(newest(db('alerts').where({ status, type, severity })).select('id').as('kind')),
      )
      return db.from(db.unionAll(ofEach).as('found')).orderBy('id', 'desc').limit(limit).select('id')
    },
    async listNewest(kinds: AlertKind[] | 'all', limit: number, after?: string): Promise<AlertRecord[]> {
      if (kinds.length === 0) return []
      const found: { id: string }[] = await this.newestQuery(kinds, limit, after)
      const ids = found.map(({ id }) => id)
      const rows = await db('alerts').whereIn('id', ids).orderBy('id', 'desc').select(columns)
      return rows.map(toRecord)
    },
    async listWorst(kinds: AlertKind[], limit: number): Promise<AlertRecord[]> {
      const worst: AlertRecord[] = []
      for (const severity of alertSeverities) {
        const ofSeverity = kinds.filter((kind) => kind.severity === severity)
        worst.push(...(await this.listNewest(ofSeverity, limit - worst.length)))
        if (worst.length === limit) break
      }
      return worst
    },
    async listOfMedicine(medicineId: string, limit: number): Promise<AlertRecord[]> {
      const own = db('alerts').where({ medicine_id: medicineId })
      return (await own.orderBy('id', 'desc').limit(limit).select(columns)).map(toRecord)
    },
    async listAfter(id: string, limit: number): Promise<AlertRecord[]> {
      const rows = await db('alerts').where('id', '>', id).orderBy('id').limit(limit).select(columns)
      return rows.map(toRecord)
    },
  }
}

type Filter = { [Part in keyof AlertKind]?: AlertKind[Part] | undefined }

/** Sorts new alerts first, then by severity. */
const SCORE = `max(case when status = 'new' then 10 else 0 end)
  + max(case severity when 'high' then 2 when 'medium' then 1 else 0 end)`

export function createMedicineListStore(db: Knex) {
  /** Filters by status first, which uses an index. Resolved alerts may be a million. */
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
