import type { Alert, AlertSeverity, AlertStatus } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import { removeName } from '../rules/words.ts'

export interface AlertRecord {
  id: string
  medicineId: string
  /** Identifies the cause within a medicine, such as `low_stock` or `expiry 2026-12-05`. */
  cause: string
  type: string
  severity: AlertSeverity
  status: AlertStatus
  message: string
  createdAt: Date
  renewedAt: Date
  resolvedAt: Date | null
  snoozedUntil: Date | null
  resolvedBy: Person | null
  /** True if a user resolved the alert while its cause persists. */
  quiet: boolean
}

export interface Person {
  _id: string
  name: string
}

export const columns = {
  id: 'id',
  medicineId: 'medicine_id',
  cause: 'cause',
  quietCause: 'quiet_cause',
  type: 'type',
  severity: 'severity',
  status: 'status',
  message: 'message',
  createdAt: 'created_at',
  renewedAt: 'renewed_at',
  resolvedAt: 'resolved_at',
  snoozedUntil: 'snoozed_until',
  resolvedById: 'resolved_by',
  resolvedByName: 'resolved_by_name',
} as const

type Text = 'id' | 'medicineId' | 'cause' | 'type' | 'severity' | 'status' | 'message'
type AlertRow = Pick<AlertRecord, Text> & Record<Exclude<keyof typeof columns, Text>, unknown>

const toDate = (value: unknown) => new Date(toInstant(value))
const toDateOrNull = (value: unknown) => (value === null ? null : toDate(value))

export const toRecord = ({ quietCause, resolvedById, resolvedByName, ...row }: AlertRow): AlertRecord => ({
  ...row,
  createdAt: toDate(row.createdAt),
  renewedAt: toDate(row.renewedAt),
  resolvedAt: toDateOrNull(row.resolvedAt),
  snoozedUntil: toDateOrNull(row.snoozedUntil),
  resolvedBy: resolvedById === null ? null : ({ _id: resolvedById, name: resolvedByName ?? '' } as Person),
  quiet: quietCause !== null,
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
  snoozed_until: alert.snoozedUntil,
  resolved_by: alert.resolvedBy?._id ?? null,
  resolved_by_name: alert.resolvedBy?.name ?? null,
})

export const toAlert = (record: AlertRecord, name: string | undefined): Alert => ({
  _id: record.id,
  medicineId: name === undefined ? null : { _id: record.medicineId, name },
  message: record.message,
  detail: name === undefined ? undefined : removeName(name, record.message),
  type: record.type,
  severity: record.severity,
  status: record.status,
  createdAt: record.createdAt.toISOString(),
  renewedAt: record.renewedAt.toISOString(),
  resolved: record.resolvedAt && {
    at: record.resolvedAt.toISOString(),
    by: record.resolvedBy,
    snoozedUntil: record.snoozedUntil?.toISOString() ?? null,
  },
})
