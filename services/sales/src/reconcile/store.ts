import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createBillStore } from '../bills/store.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { columns, type TransactionRow, toRecord } from '../transactions/store.ts'
import type { BookedTransaction, Finding } from './rules.ts'

export const VERSIONS_PER_READ = 500

const { id, type, direction, quantity, reverses, movementVersion, balanceAfter, packSize } = columns
const bookedColumns = { id, type, direction, quantity, reverses, movementVersion, balanceAfter, packSize }

export function createReconciliationStore(db: Knex) {
  const inLedger = (medicineId: string, low: number, high: number) =>
    db('transactions').where({ medicine_id: medicineId }).whereBetween('movement_version', [low, high])

  return {
    async nextMedicine(id: string): Promise<string | undefined> {
      const row = await db('transactions')
        .where('medicine_id', '>', id)
        .orderBy('medicine_id')
        .first('medicine_id')
      return row?.medicine_id
    },
    async highestVersion(medicineId: string): Promise<number> {
      const row = await db('transactions')
        .where({ medicine_id: medicineId })
        .first(db.raw('max(movement_version) as highest'))
      return row.highest ?? 0
    },
    booked: (medicineId: string, low: number, high: number): Promise<BookedTransaction[]> =>
      inLedger(medicineId, low, high).select(bookedColumns),
    async records(medicineId: string, low: number, high: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await inLedger(medicineId, low, high)
        .orderBy('movement_version')
        .select(columns)
      return rows.map(toRecord)
    },
    async move({ id, movementVersion }: TransactionRecord, version: number, balance: number): Promise<void> {
      await db('transactions')
        .where({ id, status: 'completed', movement_version: movementVersion })
        .update({ movement_version: version, balance_after: balance })
    },
    async statuses(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db('transactions').whereIn('id', ids).select('id', 'status')
      const billed = await createBillStore(db).pendingLines()
      return new Map([
        ...billed.map((line): [string, string] => [line, 'pending']),
        ...rows.map((row): [string, string] => [row.id, row.status]),
      ])
    },
  }
}
export type ReconciliationStore = ReturnType<typeof createReconciliationStore>

export function createResultStore(db: Knex) {
  const row = () => db('reconciliation').where({ id: 1 })

  return {
    /** Creates the row; `watched_since` is the age of runs until the first one finishes. */
    async prepare(now: Date): Promise<void> {
      await db('reconciliation')
        .insert({ id: 1, watched_since: now, mismatches: 0 })
        .onConflict('id')
        .ignore()
    },
    async save(report: { mismatches: number; finishedAt: string }): Promise<void> {
      const { mismatches, finishedAt } = report
      const result = { mismatches, finished_at: new Date(finishedAt), report: JSON.stringify(report) }
      await db('reconciliation')
        .insert({ id: 1, ...result })
        .onConflict('id')
        .merge(result)
    },
    async mismatches(): Promise<number> {
      return (await row().first('mismatches'))?.mismatches ?? 0
    },
    async ageSeconds(): Promise<number> {
      const found = await row().first('finished_at', 'watched_since')
      const ages = [found?.finished_at, found?.watched_since].flatMap((at) =>
        at == null ? [] : (Date.now() - new Date(at).getTime()) / 1000,
      )
      // Ignores a time in the future, which would hide missing runs.
      return ages.find((age) => age >= 0) ?? 0
    },
  }
}

const DELETED_AT_ONCE = 1_000

const findingColumns = { kind: 'kind', medicineId: 'medicine_id', id: 'subject_id', detail: 'detail' }
const LONGEST_DETAIL = 200

/** Stores findings in the database, because they may be too many for memory. */
export function createFindingStore(db: Knex, run: string) {
  const own = () => db('reconciliation_findings').where({ run })
  let count = 0

  return {
    count: () => count,
    async add(findings: Finding[]): Promise<void> {
      count += findings.length
      const rows = findings.map(({ kind, medicineId, id, detail }) => ({
        run,
        kind,
        medicine_id: medicineId,
        subject_id: id,
        detail: detail.slice(0, LONGEST_DETAIL),
      }))
      for (const chunk of chunksOf(rows)) await db('reconciliation_findings').insert(chunk)
    },
    async remove(medicineId: string): Promise<void> {
      count -= await own().where({ medicine_id: medicineId }).delete()
    },
    first: (limit: number): Promise<Finding[]> => own().orderBy('id').limit(limit).select(findingColumns),
    async removeOthers(): Promise<void> {
      for (;;) {
        const ids = await db('reconciliation_findings').whereNot({ run }).limit(DELETED_AT_ONCE).pluck('id')
        if (ids.length === 0) return
        await db('reconciliation_findings').whereIn('id', ids).delete()
      }
    },
  }
}
