import { alertSeverities } from '@mms/contracts'
import { caseById, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type AlertKind, type KindFilter, knownOf } from './count-store.ts'
import { type AlertRecord, columns, toRecord, toRow } from './row.ts'

export function createAlertStore(db: Knex) {
  const withIds = (alerts: AlertRecord[]) =>
    db('alerts').whereIn(
      'id',
      alerts.map(({ id }) => id),
    )

  return {
    async findLocked(id: string): Promise<AlertRecord | undefined> {
      const row = await db('alerts').where({ id }).forUpdate().first(columns)
      return row && toRecord(row)
    },
    async findWatched(medicineIds: string[]): Promise<AlertRecord[]> {
      const own = () => db('alerts').whereIn('medicine_id', medicineIds).forUpdate().select(columns)
      const open = await own().whereNotNull('open_cause')
      const quiet = await own().whereNotNull('quiet_cause')
      return [...open, ...quiet].map(toRecord)
    },
    /** Filters by status, which uses an index. Resolved alerts may be a million. */
    async listOpenMedicines(): Promise<string[]> {
      const open = db('alerts').whereIn('status', ['new', 'read'])
      return open.distinct().orderBy('medicine_id').pluck('medicine_id')
    },
    async insert(alerts: AlertRecord[]): Promise<void> {
      for (const chunk of chunksOf(alerts)) await db('alerts').insert(chunk.map(toRow))
    },
    async renew(alerts: AlertRecord[]): Promise<void> {
      for (const chunk of chunksOf(alerts)) {
        const each = (pick: (alert: AlertRecord) => Knex.Value) =>
          caseById(
            db,
            chunk.map((alert) => [alert.id, pick(alert)]),
          )
        await withIds(chunk).update({
          message: each(({ message }) => message),
          type: each(({ type }) => type),
          severity: each(({ severity }) => severity),
          renewed_at: each(({ renewedAt }) => renewedAt),
        })
      }
    },
    async setStatus(alerts: AlertRecord[]): Promise<void> {
      for (const chunk of chunksOf(alerts)) {
        const [first] = chunk as [AlertRecord]
        const { status, resolved_at, snoozed_until, resolved_by, resolved_by_name } = toRow(first)
        await withIds(chunk).update({
          status,
          resolved_at,
          snoozed_until,
          resolved_by,
          resolved_by_name,
          ...(status === 'resolved' && { open_cause: null }),
          ...(first.quiet && { quiet_cause: db.ref('cause') }),
        })
      }
    },
    async endQuiet(alerts: AlertRecord[]): Promise<void> {
      for (const chunk of chunksOf(alerts)) await withIds(chunk).update({ quiet_cause: null })
    },
  }
}

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
    async listOfMedicine(medicineId: string, filter: KindFilter, limit: number): Promise<AlertRecord[]> {
      const own = db('alerts').where({ ...knownOf(filter), medicine_id: medicineId })
      return (await own.orderBy('id', 'desc').limit(limit).select(columns)).map(toRecord)
    },
    async listAfter(id: string, limit: number): Promise<AlertRecord[]> {
      const rows = await db('alerts').where('id', '>', id).orderBy('id').limit(limit).select(columns)
      return rows.map(toRecord)
    },
  }
}

/** Sorts new alerts first, then by severity. */
const SCORE = `max(case when status = 'new' then 10 else 0 end)
  + max(case severity when 'high' then 2 when 'medium' then 1 else 0 end)`

export function createMedicineListStore(db: Knex) {
  /** Filters by status first, which uses an index. Resolved alerts may be a million. */
  const open = ({ status, ...filter }: KindFilter) =>
    db('alerts')
      .whereIn('status', status ? [status] : ['new', 'read'])
      .where(knownOf(filter))
  return {
    async listWorst(filter: KindFilter, limit: number, after?: [score: number, newest: string]) {
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
    async count(filter: KindFilter): Promise<number> {
      const [row] = await open(filter).countDistinct({ medicines: 'medicine_id' })
      return Number(row?.medicines)
    },
    async listAlerts(filter: KindFilter, medicineIds: string[]): Promise<AlertRecord[]> {
      return (await open(filter).whereIn('medicine_id', medicineIds).select(columns)).map(toRecord)
    },
  }
}
