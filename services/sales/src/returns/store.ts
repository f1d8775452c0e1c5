import { type BatchLine, type CommandBatch, type ConfirmedQuestion, MAX_MADE_AT_AGE_MS } from '@mms/contracts'
import { lockAcrossNodes } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type Conversion, createMedicineStore } from '../medicines/store.ts'
import type { BatchedTrade, TradedUnits } from './refunds.ts'

export const isAboveSold = ({ code }: ConfirmedQuestion) => code === 'return_above_sold'

/** Maximum sales considered; older ones are hardly ever returned. */
const NEWEST = 500

interface BatchedRow {
  version: number | null
  packSize: number | null
  type: 'sale' | 'return'
  status: 'completed' | 'pending'
  batch: string | null
  lines: string | null
}

/** Factor from the counted quantity to current units. */
const timesOf = (packSize: number | null, conversion: Conversion | null) =>
  conversion && (packSize ?? 1) === 1 ? conversion.times : 1

/** Batches of a completed transaction or a pending return. A pending sale has none yet. */
function toBatched(
  { type, status, batch, lines, ...row }: BatchedRow,
  counted: Conversion | null,
): BatchedTrade[] {
  if (lines) {
    const moved: BatchLine[] = JSON.parse(lines)
    const times = counted && (row.version ?? 0) < counted.since ? counted.times : 1
    return [
      { type, shares: moved.map(({ batchId, effect }) => ({ batchId, units: Math.abs(effect) * times })) },
    ]
  }
  const pendingReturn: CommandBatch | null =
    batch && status === 'pending' && type === 'return' ? JSON.parse(batch) : null
  const times = timesOf(row.packSize, counted)
  const shares = pendingReturn?.shares?.map((share) => ({ ...share, units: share.units * times }))
  return shares ? [{ type, shares }] : []
}

/** Rows are indexed by claimed time, which is accepted only this long before arrival. */
const madeSince = (arrival: Date) => new Date(arrival.getTime() - MAX_MADE_AT_AGE_MS)

const arrivedSince = (db: Knex, arrival: Date) =>
  db.raw('coalesce(t.recorded_at, t.created_at) >= ?', [arrival])

/** Leaves out samples, undos and billed goods. A credit note returns billed goods, within limits of its own. */
const unbilled = { 't.sample': false, 't.reverses': null, 't.bill_id': null }

/** A return or write-off counts until its undo is completed. */
function standing(db: Knex, type: 'return' | 'expired'): Knex.QueryBuilder {
  return db('transactions as t')
    .leftJoin('transactions as undo', 'undo.id', 't.reversed_by')
    .where(unbilled)
    .where('t.type', type)
    .whereIn('t.status', ['completed', 'pending'])
    .where((either) => void either.whereNull('undo.id').orWhereNot('undo.status', 'completed'))
}

/** A sale no longer counts once its undo is requested. */
const standingSales = (db: Knex): Knex.QueryBuilder =>
  db('transactions as t')
    .where(unbilled)
    .where({ 't.type': 'sale', 't.status': 'completed', 't.reversed_by': null })

export function createReturnStore(db: Knex) {
  return {
    /** Counts in current units. Selects by arrival, because a return's claimed time may precede its sale. */
    async listTrades(medicineId: string, from: Date, until?: Date): Promise<TradedUnits[]> {
      const counted = await createMedicineStore(db).findConversion(medicineId)
      const grouped = async (query: Knex.QueryBuilder) => {
        query.where('t.medicine_id', medicineId).where('t.created_at', '>=', madeSince(from))
        query.where(arrivedSince(db, from))
        if (until) query.whereNot(arrivedSince(db, until))
        const isApproved = db.raw('t.approved_by is not null')
        const packSize = db.raw('case when t.pack_size > 1 then 2 else 1 end')
        const rows: (Omit<TradedUnits, 'units' | 'isApproved'> & {
          units: number | string
          isApproved: number
          packSize: number
        })[] = await query
          .select({ type: 't.type', paise: 't.unit_price_paise', isApproved, packSize })
          .sum({ units: 't.quantity' })
          .groupBy('t.type', 't.unit_price_paise', isApproved, packSize)
        return rows.map(({ packSize: size, ...row }) => ({
          ...row,
          units: Number(row.units) * timesOf(size, counted),
          paise: Math.floor(row.paise / timesOf(size, counted)),
          isApproved: Boolean(row.isApproved),
        }))
      }
      return [...(await grouped(standingSales(db))), ...(await grouped(standing(db, 'return')))]
    },
    /** Excludes transactions that an administrator approved. */
    async listByPerson(person: string, since: Date, type: 'return' | 'expired') {
      const rows: { paise: number; confirmed: string | null }[] = await standing(db, type)
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
    /** Excludes undone and billed transactions. */
    async listBatched(medicineId: string, since: Date): Promise<BatchedTrade[]> {
      const rows: BatchedRow[] = await db('transactions as t')
        .where(unbilled)
        .where({ medicine_id: medicineId, reversed_by: null })
        .where('created_at', '>=', since)
        .whereIn('type', ['sale', 'return'])
        .whereIn('status', ['completed', 'pending'])
        .orderBy('created_at', 'desc')
        .limit(NEWEST)
        .select({ type: 'type', status: 'status', batch: 'batch', lines: 'batch_lines' })
        .select({ version: 'movement_version', packSize: 'pack_size' })
      const counted = await createMedicineStore(db).findConversion(medicineId)
      return rows.flatMap((row) => toBatched(row, counted))
    },
    /** Serialises refunds over all medicines, because the rupee limit is per person. SQLite has one writer anyway. */
    async lockRefunds(): Promise<void> {
      const row = () => db('calendar').where({ id: 1 })
      await lockAcrossNodes(db, row())
      await row().forUpdate().first('id')
    },
  }
}
export type ReturnStore = ReturnType<typeof createReturnStore>
