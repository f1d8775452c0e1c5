import type { Knex } from 'knex'
import type { TransactionRecord } from './rules.ts'

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

export const columns = {
  id: 'id',
  medicineId: 'medicine_id',
  type: 'type',
  direction: 'direction',
  quantity: 'quantity',
  unitPricePaise: 'unit_price_paise',
  totalPaise: 'total_paise',
  note: 'note',
  status: 'status',
  reason: 'reason',
  balanceAfter: 'balance_after',
  reverses: 'reverses',
  reversedBy: 'reversed_by',
  restoration: 'restoration',
  batch: 'batch',
  lines: 'batch_lines',
  sample: 'sample',
  createdBy: 'created_by',
  createdByName: 'created_by_name',
  stuckSince: 'stuck_since',
  stuckReason: 'stuck_reason',
  confirmed: 'confirmed',
  approvedById: 'approved_by',
  approvedByName: 'approved_by_name',
  createdAt: 'created_at',
  madeAt: 'made_at',
  recordedAt: 'recorded_at',
  cancelledAt: 'cancelled_at',
  billId: 'bill_id',
  billNumber: 'bill_number',
  packSize: 'pack_size',
  reasonCode: 'reason_code',
  movementVersion: 'movement_version',
  idempotencyKey: 'idempotency_key',
  requestFingerprint: 'request_fingerprint',
  command: 'command',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
  cancelling: 'cancelling',
} as const

/** Lists leave out the command, because it is long. */
export const { command: _, ...listedColumns } = columns

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

const toDate = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

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
  const fields: Record<keyof typeof columns, unknown> = {
    ...record,
    confirmed: confirmed.length > 0 ? confirmed : null,
    approvedById: approvedBy?.id ?? null,
    approvedByName: approvedBy?.name ?? null,
  }
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return Object.fromEntries(names.map((name) => [columns[name], toColumn(fields[name])]))
}
