import type { Direction, TransactionStatus, TransactionType } from '@mms/contracts'
import type { ShownRecord, TransactionRecord } from './rules.ts'

/** A row of `transactions`; instants come as a `Date` (MySQL) or as milliseconds (SQLite). */
export interface TransactionRow {
  id: string
  medicine_id: string
  type: TransactionType
  direction: Direction | null
  quantity: number
  unit_price_paise: number
  total_paise: number
  note: string
  status: TransactionStatus
  reason_code: string | null
  reason: string | null
  movement_version: number | null
  balance_after: number | null
  reverses: string | null
  reversed_by: string | null
  restoration: string | null
  sample: 0 | 1 | boolean
  created_by: string
  created_by_name: string | null
  idempotency_key: string | null
  request_fingerprint: string | null
  command: string | null
  attempts: number
  next_attempt_at: Date | number | null
  stuck_since: Date | number | null
  stuck_reason: string | null
  cancelling: 0 | 1 | boolean
  confirmed: string | null
  approved_by: string | null
  approved_by_name: string | null
  created_at: Date | number
  made_at: Date | number | null
  recorded_at: Date | number | null
  cancelled_at: Date | number | null
}

const toInstantOrNull = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

export function toRow(record: TransactionRecord): TransactionRow {
  return {
    id: record.id,
    medicine_id: record.medicineId,
    type: record.type,
    direction: record.direction,
    quantity: record.quantity,
    unit_price_paise: record.unitPricePaise,
    total_paise: record.totalPaise,
    note: record.note,
    status: record.status,
    reason_code: record.reasonCode,
    reason: record.reason,
    movement_version: record.movementVersion,
    balance_after: record.balanceAfter,
    reverses: record.reverses,
    reversed_by: record.reversedBy,
    restoration: record.restoration && JSON.stringify(record.restoration),
    sample: record.sample,
    created_by: record.createdBy,
    created_by_name: record.createdByName,
    idempotency_key: record.idempotencyKey,
    request_fingerprint: record.requestFingerprint,
    command: record.command && JSON.stringify(record.command),
    attempts: record.attempts,
    next_attempt_at: record.nextAttemptAt,
    stuck_since: record.stuckSince,
    stuck_reason: record.stuckReason,
    cancelling: record.cancelling,
    confirmed: record.confirmed.length > 0 ? JSON.stringify(record.confirmed) : null,
    approved_by: record.approvedBy?.id ?? null,
    approved_by_name: record.approvedBy?.name ?? null,
    created_at: record.createdAt,
    made_at: record.madeAt,
    recorded_at: record.recordedAt,
    cancelled_at: record.cancelledAt,
  }
}

/** What people see of a transaction; `command` and the keys are for its carrying out. */
export function toShown(row: Pick<TransactionRow, ShownColumn>): ShownRecord {
  return {
    id: row.id,
    medicineId: row.medicine_id,
    type: row.type,
    direction: row.direction,
    quantity: row.quantity,
    unitPricePaise: row.unit_price_paise,
    totalPaise: row.total_paise,
    note: row.note,
    status: row.status,
    reason: row.reason,
    balanceAfter: row.balance_after,
    reverses: row.reverses,
    reversedBy: row.reversed_by,
    restoration: row.restoration ? JSON.parse(row.restoration) : null,
    sample: Boolean(row.sample),
    createdBy: row.created_by,
    createdByName: row.created_by_name,
    stuckSince: toInstantOrNull(row.stuck_since),
    stuckReason: row.stuck_reason,
    confirmed: row.confirmed ? JSON.parse(row.confirmed) : [],
    approvedBy: row.approved_by === null ? null : { id: row.approved_by, name: row.approved_by_name ?? '' },
    createdAt: new Date(row.created_at),
    madeAt: toInstantOrNull(row.made_at),
    recordedAt: toInstantOrNull(row.recorded_at),
    cancelledAt: toInstantOrNull(row.cancelled_at),
  }
}

export function toRecord(row: TransactionRow): TransactionRecord {
  return {
    ...toShown(row),
    reasonCode: row.reason_code,
    movementVersion: row.movement_version,
    idempotencyKey: row.idempotency_key,
    requestFingerprint: row.request_fingerprint,
    command: row.command ? JSON.parse(row.command) : null,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at === null ? null : new Date(row.next_attempt_at),
    cancelling: Boolean(row.cancelling),
  }
}

/** Of a page of the history: lists are long. */
export const shownColumns = [
  'id',
  'medicine_id',
  'type',
  'direction',
  'quantity',
  'unit_price_paise',
  'total_paise',
  'note',
  'status',
  'reason',
  'balance_after',
  'reverses',
  'reversed_by',
  'restoration',
  'sample',
  'created_by',
  'created_by_name',
  'stuck_since',
  'stuck_reason',
  'confirmed',
  'approved_by',
  'approved_by_name',
  'created_at',
  'made_at',
  'recorded_at',
  'cancelled_at',
] as const satisfies (keyof TransactionRow)[]
export type ShownColumn = (typeof shownColumns)[number]

export const transactionColumns: (keyof TransactionRow)[] = [
  ...shownColumns,
  'reason_code',
  'movement_version',
  'idempotency_key',
  'request_fingerprint',
  'command',
  'attempts',
  'next_attempt_at',
  'cancelling',
]

/** The same without what only the carrying out needs: lists are long. `toRecord` then has no command. */
export const listedColumns = transactionColumns.filter((column) => column !== 'command')
