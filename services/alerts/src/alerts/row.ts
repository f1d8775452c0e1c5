import type { Alert, AlertSeverity, AlertStatus } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'

/** An alert with what it is about. */
export interface AlertRecord {
  id: string
  medicineId: string
  /** What it warns of, once for each medicine: `low_stock`, `expiry 2026-12-05`. */
  cause: string
  /** One that a newer release knows is kept as it is written. */
  type: string
  severity: AlertSeverity
  status: AlertStatus
  message: string
  createdAt: Date
  renewedAt: Date
  resolvedAt: Date | null
  /** Null while open, and when it closed by itself. */
  resolvedBy: Person | null
  /** Somebody has resolved it by hand, and the cause has held ever since as far as is known. */
  quiet: boolean
}

export interface Person {
  _id: string
  name: string
}

interface AlertRow {
  id: string
  medicine_id: string
  cause: string
  quiet_cause: string | null
  type: string
  severity: AlertSeverity
  status: AlertStatus
  message: string
  created_at: unknown
  renewed_at: unknown
  resolved_at: unknown
  resolved_by: string | null
  resolved_by_name: string | null
}

export const columns = [
  'id',
  'medicine_id',
  'cause',
  'quiet_cause',
  'type',
  'severity',
  'status',
  'message',
  'created_at',
  'renewed_at',
  'resolved_at',
  'resolved_by',
  'resolved_by_name',
]

const toDate = (value: unknown) => new Date(toInstant(value))

export const toRecord = (row: AlertRow): AlertRecord => ({
  id: row.id,
  medicineId: row.medicine_id,
  cause: row.cause,
  type: row.type,
  severity: row.severity,
  status: row.status,
  message: row.message,
  createdAt: toDate(row.created_at),
  renewedAt: toDate(row.renewed_at),
  resolvedAt: row.resolved_at === null ? null : toDate(row.resolved_at),
  resolvedBy: row.resolved_by === null ? null : { _id: row.resolved_by, name: row.resolved_by_name ?? '' },
  quiet: row.quiet_cause !== null,
})

export const toRow = (alert: AlertRecord) => ({
  id: alert.id,
  medicine_id: alert.medicineId,
  cause: alert.cause,
  open_cause: alert.status === 'resolved' ? null : alert.cause,
  quiet_cause: alert.quiet ? alert.cause : null,
  type: alert.type,
  severity: alert.severity,
  status: alert.status,
  message: alert.message,
  created_at: alert.createdAt,
  renewed_at: alert.renewedAt,
  resolved_at: alert.resolvedAt,
  resolved_by: alert.resolvedBy?._id ?? null,
  resolved_by_name: alert.resolvedBy?.name ?? null,
})

/** As the API and the feed tell it; without a name the medicine is gone. */
export const toAlert = (record: AlertRecord, name: string | undefined): Alert => ({
  _id: record.id,
  medicineId: name === undefined ? null : { _id: record.medicineId, name },
  message: record.message,
  type: record.type,
  severity: record.severity,
  status: record.status,
  createdAt: record.createdAt.toISOString(),
  renewedAt: record.renewedAt.toISOString(),
  resolved: record.resolvedAt && { at: record.resolvedAt.toISOString(), by: record.resolvedBy },
})
