import { byId } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type AlertRecord, columns, toRecord, toRow } from './row.ts'

/** Rows of one statement: knex writes an insert of several as a compound SELECT for SQLite. */
const BATCH = 100

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}

export function createAlertStore(db: Knex) {
  const idsOf = (alerts: AlertRecord[]) => alerts.map(({ id }) => id)

  return {
    /** Locks it, inside a transaction. */
    async findLocked(id: string): Promise<AlertRecord | undefined> {
      const row = await db('alerts').where({ id }).forUpdate().first(columns)
      return row && toRecord(row)
    },
    /** The open and the quiet ones of these medicines, locked. */
    async findWatched(medicineIds: string[]): Promise<AlertRecord[]> {
      const own = () => db('alerts').whereIn('medicine_id', medicineIds).forUpdate().select(columns)
      const open = await own().whereNotNull('open_cause')
      const quiet = await own().whereNotNull('quiet_cause')
      return [...open, ...quiet].map(toRecord)
    },
    /** Medicines with open alerts; found by the index of kinds, whose resolved ones may be a million. */
    async listOpenMedicines(): Promise<string[]> {
      return db('alerts')
        .whereIn('status', ['new', 'read'])
        .distinct()
        .orderBy('medicine_id')
        .pluck('medicine_id')
    },
    async insert(alerts: AlertRecord[]): Promise<void> {
      for (const batch of batchesOf(alerts)) await db('alerts').insert(batch.map(toRow))
    },
    /** Writes what a renewal changes. */
    async renew(alerts: AlertRecord[]): Promise<void> {
      for (const batch of batchesOf(alerts)) {
        await db('alerts')
          .whereIn('id', idsOf(batch))
          .update({
            message: byId(
              db,
              batch.map(({ id, message }) => [id, message]),
            ),
            severity: byId(
              db,
              batch.map(({ id, severity }) => [id, severity]),
            ),
            renewed_at: byId(
              db,
              batch.map(({ id, renewedAt }) => [id, renewedAt]),
            ),
          })
      }
    },
    /** Writes what a person or the end of the cause changes. */
    async setStatus(alerts: AlertRecord[]): Promise<void> {
      for (const batch of batchesOf(alerts)) {
        const [first] = batch as [AlertRecord]
        const { status, open_cause: _, quiet_cause: __, ...row } = toRow(first)
        const { resolved_at, resolved_by, resolved_by_name } = row
        const same = { status, resolved_at, resolved_by, resolved_by_name }
        await db('alerts')
          .whereIn('id', idsOf(batch))
          .update({
            ...same,
            ...(status === 'resolved' && { open_cause: null }),
            ...(first.quiet && { quiet_cause: db.ref('cause') }),
          })
      }
    },
    /** Their causes are told of again. */
    async endQuiet(alerts: AlertRecord[]): Promise<void> {
      for (const batch of batchesOf(alerts)) {
        await db('alerts').whereIn('id', idsOf(batch)).update({ quiet_cause: null })
      }
    },
  }
}
