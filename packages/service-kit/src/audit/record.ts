import type { AuditValue, AuditValues } from '@mms/contracts'
import type { Knex } from 'knex'
import { type Actor, currentActor } from '../auth/actor.ts'
import { chunksOf } from '../database/sums.ts'
import { LENGTHS } from './tables.ts'

/** A change, for the audit log. */
export interface AuditChange {
  /** What is left out is that of the request which is carried out; of a job there is none. */
  actor?: Partial<Actor> | undefined
  /** The thing and what became of it: `medicine.changed`. */
  action: string
  /** The id of what was changed. */
  subject: string
  /** When it was made (ISO 8601), where the change itself says it; now otherwise. */
  at?: string
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
}

const LONGEST_VALUE = 300
const REDACTED = '[redacted]'
const SECRET = /password|secret|token|hash|pin$/i
/** Control characters, and those that turn the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** One line of printable text. */
export function printable(text: string, longest: number): string {
  return text.replace(UNPRINTABLE, ' ').slice(0, longest).toWellFormed()
}

function cleaned(value: unknown): AuditValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'number') return value
  return printable(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE)
}

function written(values: AuditChange['before']): string | null {
  if (!values) return null
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    SECRET.test(name) ? REDACTED : cleaned(value),
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

const textOrNull = (text: string | undefined, longest: number) => (text ? printable(text, longest) : null)

/**
 * Writes changes into the audit log, in the transaction that makes them: with it they are kept or are not. They are
 * chained later (`auditJob`). Never give it a password, token or secret; a field named like one is redacted.
 *
 * @example
 * await recordChanges(trx, [{ actor, action: 'supplier.deleted', subject: supplier._id, before: { name: supplier.name } }])
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
      subject: printable(subject, LENGTHS.subject),
      actor_id: textOrNull(actor.id, LENGTHS.id),
      actor_name: textOrNull(actor.name, LENGTHS.name),
      values_before: written(before),
      values_after: written(after),
      request_id: textOrNull(actor.requestId, LENGTHS.id),
      address: textOrNull(actor.address, LENGTHS.address),
    }
  })
  for (const chunk of chunksOf(rows, ROWS)) await trx('audit_entries').insert(chunk)
}

/** Nine values a row, of at most 999 in one statement. */
const ROWS = 100

/** The same of one change. */
export const recordChange = (trx: Knex.Transaction, change: AuditChange): Promise<void> =>
  recordChanges(trx, [change])

/** Those of `fields` that differ, as they were and as they are; undefined where none does. */
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
