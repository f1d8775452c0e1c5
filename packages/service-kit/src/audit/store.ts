import { setImmediate } from 'node:timers/promises'
import type { AuditEntry } from '@mms/contracts'
import type { Knex } from 'knex'
import { toInstant } from '../database/values.ts'

export interface AuditFilter {
  person?: string | undefined
  action?: string | undefined
  exceptAction?: string | undefined
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

function byIndex(query: Knex.QueryBuilder, { subject, person, action }: AuditFilter): Knex.QueryBuilder {
  if (subject !== undefined) return query.where('subject', subject)
  if (person !== undefined) return query.where('actor_id', person)
  return action?.includes('.') ? query.where('action', action) : query
}

function matching(query: Knex.QueryBuilder, filter: AuditFilter): Knex.QueryBuilder {
  const { person, action, exceptAction, field, subject, from, until } = filter
  if (person !== undefined) query.where('actor_id', person)
  if (action?.includes('.')) query.where('action', action)
  else if (action !== undefined) query.whereBetween('action', [`${action}.`, `${action}.~`])
  if (exceptAction !== undefined) query.whereNot('action', exceptAction)
  if (field !== undefined) query.where('values_after', 'like', `%"${field}":%`)
  if (subject !== undefined) query.where('subject', subject)
  if (from) query.where('created_at', '>=', from)
  if (until) query.where('created_at', '<', until)
  return query
}

const newest = (db: Knex, below: number | undefined, down?: number): Knex.QueryBuilder => {
  const query = db('audit_entries').orderBy('id', 'desc')
  if (below !== undefined) query.where('id', '<', below)
  return down === undefined ? query : query.where('id', '>=', down)
}

/** Maximum rows that a search without index examines per statement and per page, so that each ends soon. */
const SPAN = { statement: 10_000, page: 100_000 }

async function findEnd(db: Knex, filter: AuditFilter, below: number | undefined, span: number) {
  const { subject, person, action } = filter
  const isIndexed = (subject ?? person) !== undefined || action?.includes('.')
  if (isIndexed) {
    const row = await byIndex(newest(db, below), filter)
      .offset(span - 1)
      .first('id')
    return row?.id as number | undefined
  }
  const from = below ?? ((await newest(db, below).first('id'))?.id ?? 0) + 1
  return from > span ? from - span : undefined
}

/** Lists entries, newest first. With a filter that has no index (field, days), a page may be short or empty. */
export async function pageAuditEntries(
  db: Knex,
  filter: AuditFilter,
  limit: number,
  before?: number,
  span = SPAN,
): Promise<{ entries: AuditEntry[]; next?: number }> {
  const { field, from, until } = filter
  const isBounded = [field, from, until].some((each) => each !== undefined)
  const rows: AuditRow[] = []
  let below = before
  for (let looked = 0; looked < span.page; looked += span.statement) {
    const end = isBounded ? await findEnd(db, filter, below, span.statement) : undefined
    const found = matching(newest(db, below, end), filter).limit(limit + 1 - rows.length)
    rows.push(...(await found.select<AuditRow[]>(auditColumns)))
    const shown = rows.slice(0, limit)
    if (rows.length > limit) return { entries: shown.map(toAuditEntry), next: Number(shown.at(-1)?.id) }
    if (end === undefined) return { entries: shown.map(toAuditEntry) }
    below = end
    // Lets an embedded database serve other requests between searches.
    await setImmediate()
  }
  return { entries: rows.map(toAuditEntry), ...(below !== undefined && { next: below }) }
}

export async function listAuditEntries(
  db: Knex,
  filter: AuditFilter & { subject: string },
  limit: number,
  before?: number,
): Promise<AuditEntry[]> {
  const rows = matching(newest(db, before), filter).limit(limit)
  return (await rows.select<AuditRow[]>(auditColumns)).map(toAuditEntry)
}
