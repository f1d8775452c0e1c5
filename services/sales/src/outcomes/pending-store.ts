import { caseById, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { TransactionRecord } from '../transactions/rules.ts'
import { columns, listedColumns, type TransactionRow, toRecord } from '../transactions/store.ts'
import { nextRetryAt, STUCK_BACKOFF_MS } from './rules.ts'

const outcomeFields = ['status', 'reasonCode', 'reason', 'movementVersion', 'balanceAfter'] as const

const jsonFields = ['restoration', 'lines'] as const

function outcomesOf(db: Knex, records: TransactionRecord[]): Record<string, Knex.Raw> {
  const each = (pick: (record: TransactionRecord) => Knex.Value) =>
    caseById(
      db,
      records.map((record) => [record.id, pick(record)]),
    )
  const always = outcomeFields.map((field) => [columns[field], each((record) => record[field])])
  const present = jsonFields.filter((field) => records.some((record) => record[field] !== null))
  const inJson = present.map((field) => [
    columns[field],
    each((record) => record[field] && JSON.stringify(record[field])),
  ])
  return Object.fromEntries([...always, ...inJson])
}

/** Updates pending rows only. */
export function createPendingStore(db: Knex) {
  const pending = (id: string) => db('transactions').where({ id, status: 'pending' })

  return {
    /** Times further ahead than `longestMs` come from a fast clock and are due, too. Stuck ones wait longer. */
    dueQuery: (now: Date, limit: number, longestMs: number): Knex.QueryBuilder =>
      db('transactions')
        .where('next_attempt_at', '>=', new Date(0))
        .where((due) => {
          whereDue(due, 'next_attempt_at', now, STUCK_BACKOFF_MS)
          void due.orWhere((one) => whereDue(one.whereNull('stuck_since'), 'next_attempt_at', now, longestMs))
        })
        .orderBy('next_attempt_at')
        .limit(limit)
        .select(columns),
    async due(now: Date, limit: number, longestMs: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await this.dueQuery(now, limit, longestMs)
      return rows.map(toRecord)
    },
    /** True for a write-off of a credit note whose returned units are not in stock yet. */
    async isBeforeReturn({ type, billId, medicineId }: TransactionRecord): Promise<boolean> {
      if (type !== 'expired' || billId === null) return false
      const returns = db('transactions').where({ type: 'return', bill_id: billId, medicine_id: medicineId })
      return (await returns.where('next_attempt_at', '>=', new Date(0)).first('id')) !== undefined
    },
    async lease(id: string, attempts: number, until: Date): Promise<boolean> {
      const taken = await pending(id)
        .where({ attempts })
        .update({ attempts: attempts + 1, next_attempt_at: until })
      return taken === 1
    },
    /** Hands a transaction back to the sweeper, unless another replica has leased it. */
    async release(record: TransactionRecord, heldAt = record.attempts): Promise<void> {
      const { id, attempts, stuckSince, stuckReason } = record
      await pending(id)
        .where({ attempts: heldAt })
        .update({
          attempts,
          next_attempt_at: nextRetryAt(record),
          stuck_since: stuckSince,
          stuck_reason: stuckReason,
        })
    },
    async requestCancellation(id: string, leaseUntil: Date): Promise<boolean> {
      return (await pending(id).update({ cancelling: true, next_attempt_at: leaseUntil })) === 1
    },
    async markCancelled(records: TransactionRecord[]): Promise<void> {
      for (const { id, cancelledAt } of records)
        await db('transactions').where({ id }).update({ cancelled_at: cancelledAt })
    },
    async finish(records: TransactionRecord[]): Promise<number> {
      const ids = records.map(({ id }) => id)
      return db('transactions')
        .whereIn('id', ids)
        .where({ status: 'pending' })
        .update({ ...outcomesOf(db, records), next_attempt_at: null, stuck_since: null, stuck_reason: null })
    },
  }
}

const toDate = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

export function createUnfinishedStore(db: Knex) {
  const open = () => db('transactions').where('next_attempt_at', '>', new Date(0))

  return {
    async stats() {
      const [row] = await open().select({
        count: db.raw('count(case when stuck_since is null then 1 end)'),
        oldest: db.raw('min(case when stuck_since is null then coalesce(recorded_at, created_at) end)'),
        stuck: db.raw('count(stuck_since)'),
        oldestStuck: db.raw('min(stuck_since)'),
      })
      const [bills] = await db('bills')
        .where('next_attempt_at', '>', new Date(0))
        .select({ count: db.raw('count(*)'), oldest: db.raw('min(recorded_at)') })
      const { count, oldest, stuck, oldestStuck } = row
      const ages = [oldest, bills.oldest].flatMap((at) => toDate(at) ?? [])
      return {
        count: Number(count) + Number(bills.count),
        oldest: ages.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
        stuck: Number(stuck),
        oldestStuck: toDate(oldestStuck),
      }
    },
    stuckQuery: (limit: number): Knex.QueryBuilder =>
      open().whereNotNull('stuck_since').orderBy('stuck_since').limit(limit).select(listedColumns),
    async stuck(limit: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await this.stuckQuery(limit)
      return rows.map(toRecord)
    },
  }
}
