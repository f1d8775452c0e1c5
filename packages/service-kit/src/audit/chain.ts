import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { isUniqueViolation } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { toInstant } from '../database/values.ts'
import type { Job } from '../jobs/jobs.ts'
import { securityEvent } from '../telemetry/log.ts'
import { CHAINED_MESSAGE, linkHash } from './lines.ts'
import { type AuditRow, auditColumns } from './store.ts'

const BATCH = 500
const EVERY_MS = 2_000

export interface Link {
  position: number
  hash: string
}

const START: Link = { position: 0, hash: '' }

/** The hash includes the previous one, so changing, removing or moving an entry invalidates all later entries. */
function linkAfter({ position, hash: previous }: Link, row: AuditRow): Link {
  const { action, subject, actor_id, actor_name, values_before, values_after, request_id, address } = row
  const content = [action, subject, actor_id, actor_name, values_before, values_after, request_id, address]
  const hash = linkHash(previous, position + 1, row.id, toInstant(row.created_at), ...content)
  return { position: position + 1, hash }
}

/** Reads the newest entry first: if two replicas chain at once, the unique index on `position` rejects the later. */
async function chainBatch(db: Knex) {
  return inTransaction(db, async (trx) => {
    const entries = trx('audit_entries')
    const last = entries.clone().whereNotNull('position').orderBy('position', 'desc')
    let newest: Link = (await last.first('position', 'hash')) ?? START
    const unchained = entries.clone().whereNull('position').orderBy(['position', 'id']).limit(BATCH)
    const rows = await unchained.select<AuditRow[]>(auditColumns)
    for (const row of rows) {
      newest = linkAfter(newest, row)
      await entries.clone().where({ id: row.id }).update(newest)
    }
    return { rows, newest }
  })
}

type Batch = Awaited<ReturnType<typeof chainBatch>>

export async function chainEntries(db: Knex, onBatch: (batch: Batch) => void = () => {}): Promise<void> {
  for (let isDone = false; !isDone; ) {
    try {
      const batch = await chainBatch(db)
      onBatch(batch)
      isDone = batch.rows.length < BATCH
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

/**
 * Chains new audit entries by hash, every two seconds in each replica. Logs the newest hash as a security event,
 * because someone who can change the database cannot change the log. `eachEntry` logs every entry.
 */
export function auditJob(db: Knex, log: Pick<Logger, 'info'>, { eachEntry = false } = {}): Job {
  let logged = 0
  const logBatch = ({ rows, newest }: Batch) => {
    for (const { action, subject, actor_id: actorId, address, request_id: requestId } of eachEntry
      ? rows
      : []) {
      log.info({ ...securityEvent, action, subject, actorId, address, requestId }, 'on record')
    }
    if (newest.position !== logged) log.info({ ...securityEvent, ...newest }, CHAINED_MESSAGE)
    logged = newest.position
  }
  return { name: 'audit-chain', everyMs: EVERY_MS, run: () => chainEntries(db, logBatch) }
}

type ChainedRow = AuditRow & Link

const nameOf = ({ id, created_at, action, subject, actor_name }: ChainedRow) =>
  `entry ${id} (${toInstant(created_at)}, ${action} of ${subject}, by ${actor_name ?? 'no one'})`

type NotedLinks = ReadonlyMap<number, string>

const OR_RESTORED = 'or the database was restored from a backup'

function faultOf(row: ChainedRow, newest: Link, noted: NotedLinks): string | undefined {
  const expected = newest.position + 1
  if (row.position !== expected) return `line ${expected} was removed`
  if (linkAfter(newest, row).hash !== row.hash) return `line ${expected}: ${nameOf(row)} was changed`
  if ((noted.get(expected) ?? row.hash) === row.hash) return undefined
  return `line ${expected} or one before it was changed and the chain written again, ${OR_RESTORED}: the security events name another link`
}

async function faultOfEnd(
  db: Knex,
  { position }: Link,
  { noted, earlier }: { noted: NotedLinks | undefined; earlier: Link | undefined },
): Promise<string | undefined> {
  if (earlier && earlier.position > position) {
    return `lines ${position + 1} to ${earlier.position}, which an earlier audit found, were removed, ${OR_RESTORED}`
  }
  const end = noted ? Math.max(0, ...noted.keys()) : position
  if (end > position)
    return `lines ${position + 1} to ${end}, which the security events name, were removed, ${OR_RESTORED}`
  if (end === position) return undefined
  const ids = await db('audit_entries').where('position', '>', end).orderBy('id').pluck('id')
  const why = end > 0 ? `the security events end at line ${end}` : 'there are no security events of them'
  return `lines ${end + 1} to ${position} (entries ${ids[0]} to ${ids.at(-1)}) cannot be vouched for: ${why}`
}

/** Finds the first invalid entry. `noted`: hashes from the log (`readLinks`). `earlier`: end of an earlier check. */
export async function verifyAudit(db: Knex, noted?: NotedLinks, earlier?: Link) {
  const links = new Map(noted)
  if (earlier) links.set(earlier.position, earlier.hash)
  let newest = START
  const found = async (fault: string | undefined) => ({
    lines: newest.position,
    newest,
    fault,
    unchained: (await db('audit_entries').whereNull('position').pluck('id')).length,
  })
  for (;;) {
    const rows = await db('audit_entries')
      .where('position', '>', newest.position)
      .orderBy('position')
      .limit(BATCH)
      .select<ChainedRow[]>([...auditColumns, 'position', 'hash'])
    for (const row of rows) {
      const fault = faultOf(row, newest, links)
      if (fault) return found(fault)
      newest = { position: row.position, hash: row.hash }
    }
    if (rows.length < BATCH) return found(await faultOfEnd(db, newest, { noted, earlier }))
  }
}

export function describeVerification(
  service: string,
  { lines, newest, fault, unchained }: Awaited<ReturnType<typeof verifyAudit>>,
): string {
  const found = fault ? `ALTERED: ${fault}; ${lines} intact lines before it` : `${lines} intact lines`
  const rest = unchained > 0 ? `, ${unchained} not yet chained` : ''
  return `${service}: ${found}${rest}. Newest: ${newest.position} ${newest.hash}`
}
