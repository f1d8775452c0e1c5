import type { AuditEntry } from '@mms/contracts'
import type { Knex } from 'knex'
import { toInstant } from '../database/values.ts'

export interface AuditFilter {
  person?: string | undefined
  /** A whole one or its first word. */
  action?: string | undefined
  /** Those that the reader may not see. */
  exceptAction?: string | undefined
  /** One that was changed. */
  field?: string | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export const auditColumns = [
  'audit_entries.id',
  'created_at',
  'action',
  'subject',
  'actor_id',
  'actor_name',
  'values_before',
  'values_after',
  'request_id',
  'address',
] as const

export type AuditRow = Record<'action' | 'subject', string> &
  Record<
    'actor_id' | 'actor_name' | 'values_before' | 'values_after' | 'request_id' | 'address',
    string | null
  > & {
    id: number
    created_at: unknown
  }

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  _id: String(row.id),
  at: toInstant(row.created_at),
  action: row.action,
  subject: row.subject,
  actorId: row.actor_id,
  actorName: row.actor_name,
  before: parsed(row.values_before),
  after: parsed(row.values_after),
  requestId: row.request_id,
  address: row.address,
})

/** Lines of the audit log, newest first; with `before` those that were written before that one. */
export async function listAuditEntries(
  db: Knex,
  { person, action, exceptAction, field, subject, from, until }: AuditFilter,
  limit: number,
  before?: number,
): Promise<AuditEntry[]> {
  const query = db('audit_entries').orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query.where('id', '<', before)
  if (person !== undefined) query.where('actor_id', person)
  if (action?.includes('.')) query.where('action', action)
  else if (action !== undefined) query.whereBetween('action', [`${action}.`, `${action}.~`])
  if (exceptAction !== undefined) query.whereNot('action', exceptAction)
  if (field !== undefined) query.where('values_after', 'like', `%"${field}":%`)
  if (subject !== undefined) query.where('subject', subject)
  if (from) query.where('created_at', '>=', from)
  if (until) query.where('created_at', '<', until)
  return (await query.select<AuditRow[]>(auditColumns)).map(toAuditEntry)
}
