import { caseById, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
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
