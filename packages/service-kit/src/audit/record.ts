import type { AuditValue, AuditValues } from '@mms/contracts'
import type { Knex } from 'knex'
import { type Actor, currentActor } from '../auth/caller.ts'
import { chunksOf } from '../database/sums.ts'
import { AUDIT_LENGTHS } from './tables.ts'

export interface AuditChange {
  /** Default: the user of the current request. Jobs have none. */
  actor?: Partial<Actor> | undefined
  action: string
  subject: string
  /** Time of the change (ISO 8601). Default: now. */
  at?: string
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
}

const LONGEST_VALUE = 300
const REDACTED = '[redacted]'
const SECRET = /password|secret|token|hash|pin$/i
/** Control characters, and characters that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function toPrintable(text: string, longest: number): string {
  return text.replace(UNPRINTABLE, ' ').slice(0, longest).toWellFormed()
}

function cleaned(value: unknown): AuditValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'number') return value
  return toPrintable(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE)
}

function written(values: AuditChange['before']): string | null {
  if (!values) return null
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    SECRET.test(name) ? REDACTED : cleaned(value),
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

const textOrNull = (text: string | undefined, longest: number) => (text ? toPrintable(text, longest) : null)

/**
 * Writes changes to the audit log in the transaction that makes them; `auditJob` chains them later. Never pass
 * passwords, tokens or secrets. Fields with such names are redacted.
 */
export async function recordChanges(trx: Knex.Transaction, changes: AuditChange[]): Promise<void> {
  if (!trx.isTransaction) throw new TypeError('recordChanges needs the transaction that makes the changes')
  if (changes.length === 0) return
  const now = new Date()
  const rows = changes.map(({ actor: given, action, subject, at, before, after }) => {
    const actor = { ...currentActor(), ...given }
    return {
      created_at: at === undefined ? now : new Date(at),
      action,
      subject: toPrintable(subject, AUDIT_LENGTHS.subject),
      actor_id: textOrNull(actor.id, AUDIT_LENGTHS.id),
      actor_name: textOrNull(actor.name, AUDIT_LENGTHS.name),
      values_before: written(before),
      values_after: written(after),
      request_id: textOrNull(actor.requestId, AUDIT_LENGTHS.id),
      address: textOrNull(actor.address, AUDIT_LENGTHS.address),
    }
  })
  for (const chunk of chunksOf(rows, ROWS)) await trx('audit_entries').insert(chunk)
}

/** Maximum rows per statement: nine values per row, at most 999 values. */
const ROWS = 100

export const recordChange = (trx: Knex.Transaction, change: AuditChange): Promise<void> =>
  recordChanges(trx, [change])

/** Returns the `fields` that differ, before and after. Undefined if none differ. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): { before: AuditValues; after: AuditValues } | undefined {
  const pick = (from: T) =>
    Object.fromEntries(differing.map((field) => [field, cleaned(from[field])])) as AuditValues
  const differing = fields.filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )
  return differing.length === 0 ? undefined : { before: pick(before), after: pick(after) }
}
