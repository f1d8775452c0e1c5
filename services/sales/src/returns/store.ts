import { type BatchLine, type CommandBatch, type ConfirmedQuestion, OLDEST_MADE_AT_MS } from '@mms/contracts'
import { lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Trade } from './refunds.ts'
import type { Batched } from './shares.ts'

export const isAboveSold = ({ code }: ConfirmedQuestion) => code === 'return_above_sold'

/** What is older is hardly returned. */
const NEWEST = 500

interface BatchedRow {
  type: 'sale' | 'return'
  status: 'completed' | 'pending'
  batch: string | null
  lines: string | null
}

/** A sale that is not certain yet gives nothing back; of a pending return it is known where it is to go. */
function toBatched({ type, status, batch, lines }: BatchedRow): Batched[] {
  if (lines) {
    const moved: BatchLine[] = JSON.parse(lines)
    return [{ type, shares: moved.map(({ batchId, effect }) => ({ batchId, units: Math.abs(effect) })) }]
  }
  const asked: CommandBatch | null =
    batch && status === 'pending' && type === 'return' ? JSON.parse(batch) : null
  return asked?.shares ? [{ type, shares: asked.shares }] : []
}

/** Made earlier than this before its arrival, a time is not believed: by an index, rows are found by when they were made. */
const madeSince = (arrival: Date) => new Date(arrival.getTime() - OLDEST_MADE_AT_MS)

const arrivedSince = (db: Knex, arrival: Date) =>
  db.raw('coalesce(t.recorded_at, t.created_at) >= ?', [arrival])

/** Returns that stand: their undo, if any, is not certain. */
function standingReturns(db: Knex): Knex.QueryBuilder {
  return db('transactions as t')
    .leftJoin('transactions as undo', 'undo.id', 't.reversed_by')
    .where({ 't.type': 'return', 't.sample': false, 't.reverses': null })
    .whereIn('t.status', ['completed', 'pending'])
    .where((either) => void either.whereNull('undo.id').orWhereNot('undo.status', 'completed'))
}

/** Sales that stand: an undo takes its units away as soon as it is asked for. */
const standingSales = (db: Knex): Knex.QueryBuilder =>
  db('transactions as t').where({
    't.type': 'sale',
    't.sample': false,
    't.status': 'completed',
    't.reverses': null,
    't.reversed_by': null,
  })

export function createReturnStore(db: Knex) {
  return {
    /** Sales and returns of a medicine, by when they arrived: a time that a request names can lie before a return. */
    async listTrades(medicineId: string, from: Date, until?: Date): Promise<Trade[]> {
      const grouped = async (query: Knex.QueryBuilder) => {
        query.where('t.medicine_id', medicineId).where('t.created_at', '>=', madeSince(from))
        query.where(arrivedSince(db, from))
        if (until) query.whereNot(arrivedSince(db, until))
        const isApproved = db.raw('t.approved_by is not null')
        const rows: (Omit<Trade, 'units' | 'isApproved'> & { units: number | string; isApproved: number })[] =
          await query
            .select({ type: 't.type', paise: 't.unit_price_paise', isApproved })
            .sum({ units: 't.quantity' })
            .groupBy('t.type', 't.unit_price_paise', isApproved)
        return rows.map((row) => ({
          ...row,
          units: Number(row.units),
          isApproved: Boolean(row.isApproved),
        }))
      }
      return [...(await grouped(standingSales(db))), ...(await grouped(standingReturns(db)))]
    },
    /** Returns that a person recorded since an instant and nobody approved. */
    async listByPerson(person: string, since: Date) {
      const rows: { paise: number; confirmed: string | null }[] = await standingReturns(db)
        .where('t.created_by', person)
        .where('t.created_at', '>=', madeSince(since))
        .where(arrivedSince(db, since))
        .whereNull('t.approved_by')
        .select({ paise: 't.unit_price_paise', confirmed: 't.confirmed' })
      return rows.map(({ paise, confirmed }) => ({
        paise,
        confirmed: (confirmed ? JSON.parse(confirmed) : []) as ConfirmedQuestion[],
      }))
    },
    /** What batches gave to the newest sales of a medicine since an instant, and what came back to them; of what stands. */
    async listBatched(medicineId: string, since: Date): Promise<Batched[]> {
      const rows: BatchedRow[] = await db('transactions')
        .where({ medicine_id: medicineId, sample: false })
        .where('created_at', '>=', since)
        .whereIn('type', ['sale', 'return'])
        .whereIn('status', ['completed', 'pending'])
        .whereNull('reverses')
        .whereNull('reversed_by')
        .orderBy('created_at', 'desc')
        .limit(NEWEST)
        .select({ type: 'type', status: 'status', batch: 'batch', lines: 'batch_lines' })
      return rows.flatMap(toBatched)
    },
    /**
     * Refunds are judged one after the other, of all medicines: the limit in rupees is a person's. In a transaction; SQLite
     * has one writer anyway.
     */
    async lockRefunds(): Promise<void> {
      const row = () => db('calendar').where({ id: 1 })
      await lockAcrossNodes(db, row())
      await row().forUpdate().first('id')
    },
  }
}
export type ReturnStore = ReturnType<typeof createReturnStore>
