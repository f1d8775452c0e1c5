import type { Knex } from 'knex'
import { blankRecord, type TransactionRecord } from './rules.ts'

export function createTransactionStore(db: Knex) {
  const firstOf = async (query: Knex.QueryBuilder): Promise<TransactionRecord | undefined> => {
    const row: TransactionRow | undefined = await query.first(columns)
    return row && toRecord(row)
  }

  return {
    find: (id: string) => firstOf(db('transactions').where({ id })),
    findByKey: (callerId: string, key: string) =>
      firstOf(db('transactions').where({ created_by: callerId, idempotency_key: key })),
    async hasAny(ids: string[]): Promise<boolean> {
      return (await db('transactions').whereIn('id', ids).first('id')) !== undefined
    },
    /** Inserts all or nothing. Throws a unique violation if a key exists. */
    async insert(records: TransactionRecord[]): Promise<void> {
      await db('transactions').insert(records.map(toRow))
    },
    async markReversed(id: string, reversalId: string): Promise<boolean> {
      const free = { id, status: 'completed', sample: false, reverses: null, reversed_by: null }
      return (await db('transactions').where(free).update({ reversed_by: reversalId })) === 1
    },
    async unmarkReversed(reversals: TransactionRecord[]): Promise<void> {
      const originals = reversals.flatMap(({ reverses }) => reverses ?? [])
      await db('transactions')
        .whereIn('id', originals)
        .whereIn(
          'reversed_by',
          reversals.map(({ id }) => id),
        )
        .update({ reversed_by: null })
    },
  }
}
export type TransactionStore = ReturnType<typeof createTransactionStore>

type Field = keyof TransactionRow
const { approvedBy: _, ...ownFields } = blankRecord
const fields = [
  ...(Object.keys(ownFields) as (keyof typeof ownFields)[]),
  ...(['id', 'medicineId', 'type', 'direction', 'quantity', 'unitPricePaise', 'totalPaise'] as const),
  ...(['status', 'createdBy', 'createdAt', 'approvedById', 'approvedByName'] as const),
]
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const columns: Record<Field, string> = {
  ...(Object.fromEntries(fields.map((field) => [field, columnOf(field)])) as Record<Field, string>),
  lines: 'batch_lines',
  approvedById: 'approved_by',
}

/** Lists leave out the command, because it is long. */
export const { command: __, ...listedColumns } = columns

/** MySQL returns a `Date`, SQLite milliseconds. */
type Selected<Value> = Value extends Date
  ? Date | number
  : Value extends boolean
    ? 0 | 1 | boolean
    : Value extends object
      ? string
      : Value

export type TransactionRow = {
  [Field in keyof Omit<TransactionRecord, 'approvedBy' | 'confirmed'>]: Selected<TransactionRecord[Field]>
} & { confirmed: string | null; approvedById: string | null; approvedByName: string | null }

export const toDate = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

export function toRecord({ approvedById, approvedByName, ...row }: TransactionRow): TransactionRecord {
  return {
    ...row,
    restoration: row.restoration ? JSON.parse(row.restoration) : null,
    batch: row.batch ? JSON.parse(row.batch) : null,
    lines: row.lines ? JSON.parse(row.lines) : null,
    command: row.command ? JSON.parse(row.command) : null,
    sample: Boolean(row.sample),
    cancelling: Boolean(row.cancelling),
    stuckSince: toDate(row.stuckSince),
    nextAttemptAt: toDate(row.nextAttemptAt),
    confirmed: row.confirmed ? JSON.parse(row.confirmed) : [],
    approvedBy: approvedById === null ? null : { id: approvedById, name: approvedByName ?? '' },
    createdAt: new Date(row.createdAt),
    madeAt: toDate(row.madeAt),
    recordedAt: toDate(row.recordedAt),
    cancelledAt: toDate(row.cancelledAt),
  }
}

const toColumn = (value: unknown) =>
  value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value

function toRow({ approvedBy, confirmed, ...record }: TransactionRecord) {
  const values: Record<Field, unknown> = {
    ...record,
    confirmed: confirmed.length > 0 ? confirmed : null,
    approvedById: approvedBy?.id ?? null,
    approvedByName: approvedBy?.name ?? null,
  }
  return Object.fromEntries(fields.map((field) => [columns[field], toColumn(values[field])]))
}
