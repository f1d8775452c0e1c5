import type { ShownRecord, TransactionRecord } from './rules.ts'

export const shownColumns = {
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
} as const

export const columns = {
  ...shownColumns,
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

/** Without the command, because lists are long. */
export const { command: _, ...listedColumns } = columns

/** MySQL returns a `Date`, SQLite milliseconds. */
type Selected<Value> = Value extends Date
  ? Date | number
  : Value extends boolean
    ? 0 | 1 | boolean
    : Value extends object
      ? string
      : Value

type RowOf<Fields extends ShownRecord> = {
  [Field in keyof Omit<Fields, 'approvedBy' | 'confirmed'>]: Selected<Fields[Field]>
} & { confirmed: string | null; approvedById: string | null; approvedByName: string | null }

export type ShownRow = RowOf<ShownRecord>
export type TransactionRow = RowOf<TransactionRecord>

const toDate = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

export function toShown({ approvedById, approvedByName, ...row }: ShownRow): ShownRecord {
  return {
    ...row,
    restoration: row.restoration ? JSON.parse(row.restoration) : null,
    batch: row.batch ? JSON.parse(row.batch) : null,
    lines: row.lines ? JSON.parse(row.lines) : null,
    sample: Boolean(row.sample),
    stuckSince: toDate(row.stuckSince),
    confirmed: row.confirmed ? JSON.parse(row.confirmed) : [],
    approvedBy: approvedById === null ? null : { id: approvedById, name: approvedByName ?? '' },
    createdAt: new Date(row.createdAt),
    madeAt: toDate(row.madeAt),
    recordedAt: toDate(row.recordedAt),
    cancelledAt: toDate(row.cancelledAt),
  }
}

export function toRecord(row: TransactionRow): TransactionRecord {
  return {
    ...row,
    ...toShown(row),
    command: row.command ? JSON.parse(row.command) : null,
    nextAttemptAt: toDate(row.nextAttemptAt),
    cancelling: Boolean(row.cancelling),
  }
}

const toColumn = (value: unknown) =>
  value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value

export function toRow({ approvedBy, confirmed, ...record }: TransactionRecord) {
  const fields: Record<keyof typeof columns, unknown> = {
    ...record,
    confirmed: confirmed.length > 0 ? confirmed : null,
    approvedById: approvedBy?.id ?? null,
    approvedByName: approvedBy?.name ?? null,
  }
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return Object.fromEntries(names.map((name) => [columns[name], toColumn(fields[name])]))
}
