import { alertSeverities } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Kind } from './count-store.ts'
import { type AlertRecord, columns, toRecord } from './row.ts'

export function createListStore(db: Knex) {
  return {
    /** Newest first: takes the newest of each kind by index, then the newest of those. */
    newestQuery(kinds: Kind[] | 'all', limit: number, after?: string): Knex.QueryBuilder {
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
    async listNewest(kinds: Kind[] | 'all', limit: number, after?: string): Promise<AlertRecord[]> {
      if (kinds.length === 0) return []
      const found: { id: string }[] = await this.newestQuery(kinds, limit, after)
      const ids = found.map(({ id }) => id)
      const rows = await db('alerts').whereIn('id', ids).orderBy('id', 'desc').select(columns)
      return rows.map(toRecord)
    },
    async listWorst(kinds: Kind[], limit: number): Promise<AlertRecord[]> {
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
