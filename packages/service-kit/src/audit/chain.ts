import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { isUniqueViolation } from '../database/errors.ts'
import { chunksOf } from '../database/sums.ts'
import { inTransaction } from '../database/transaction.ts'
import { toInstant } from '../database/values.ts'
import { type Job, rest } from '../jobs.ts'
import { securityEvent } from '../log.ts'
import { CHAINED, linkHash } from './lines.ts'
import { entryCount } from './record.ts'
import { type AuditRow, auditColumns } from './store.ts'

/** Rows of one transaction, or of one page of a walk. */
const BATCH = 500
/** How far behind the newest a transaction may commit: no import writes as many entries. */
const WINDOW = 10_000
const EVERY_MS = 2_000
/** Rounds after which it looks without an entry of this process: another may have ended before it chained its own. */
const IDLE_ROUNDS = 30

export interface Link {
  position: number
  hash: string
}

const START: Link = { position: 0, hash: '' }

/** Of a line in its place: with one changed, removed or moved, its own and all later ones fit no more. */
function linkAfter({ position, hash: previous }: Link, row: AuditRow): Link {
  const { action, subject, actor_id, actor_name, values_before, values_after, request_id, address } = row
  const content = [action, subject, actor_id, actor_name, values_before, values_after, request_id, address]
  const hash = linkHash(previous, position + 1, row.id, toInstant(row.created_at), ...content)
  return { position: position + 1, hash }
}

interface Batch {
  rows: AuditRow[]
  newest: Link
}

/** Gives the next places to committed entries that have none, from the id `fromId` on; the newest link where there were some. */
async function chainBatch(db: Knex, isFirst: boolean): Promise<Batch | undefined> {
  return inTransaction(db, async (trx) => {
    const newest = await trx('audit_chain').orderBy('position', 'desc').first('position', 'hash', 'entry_id')
    const fromId = isFirst || !newest ? 0 : newest.entry_id - WINDOW
    const rows = await trx('audit_entries')
      .leftJoin('audit_chain', 'entry_id', 'audit_entries.id')
      .where('audit_entries.id', '>', fromId)
      .whereNull('entry_id')
      .orderBy('audit_entries.id')
      .limit(BATCH)
      .select<AuditRow[]>(auditColumns)
    let link: Link = newest ? { position: newest.position, hash: newest.hash } : START
    const links = rows.map((row) => {
      link = linkAfter(link, row)
      return { ...link, entry_id: row.id }
    })
    if (links.length === 0) return undefined
    for (const chunk of chunksOf(links)) await trx('audit_chain').insert(chunk)
    return { rows, newest: link }
  })
}

/** Chains every committed entry. Of two at once, the primary key lets one. */
export async function chainEntries(db: Knex, isFirst = true, onBatch: (batch: Batch) => void = () => {}) {
  for (;;) {
    try {
      const batch = await chainBatch(db, isFirst)
      if (!batch) return
      onBatch(batch)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

/**
 * Puts the lines of the audit log into their chain, every two seconds in each replica: writers wait for no one, and need no
 * lease. The newest link is logged as a security event, so that it stands where who can write the database cannot; with
 * `eachEntry` every entry is, once it is committed.
 */
export function auditJob(db: Knex, log: Pick<Logger, 'info'>, { eachEntry = false } = {}): Job {
  const logBatch = ({ rows, newest }: Batch) => {
    for (const { action, subject, actor_id: actorId, address, request_id: requestId } of eachEntry
      ? rows
      : []) {
      log.info({ ...securityEvent, action, subject, actorId, address, requestId }, 'on record')
    }
    log.info({ ...securityEvent, ...newest }, CHAINED)
    logged = newest.position
  }
  /** The process before this one may have ended between the chain and the log. */
  const logNewest = async () => {
    const newest = await db('audit_chain').orderBy('position', 'desc').first('position', 'hash')
    if (newest && newest.position !== logged) log.info({ ...securityEvent, ...newest }, CHAINED)
  }
  let logged = 0
  let seen = -1
  let idle = 0
  let isFirst = true
  return {
    name: 'audit-chain',
    everyMs: EVERY_MS,
    async run() {
      const count = entryCount()
      if (count === seen && idle < IDLE_ROUNDS) {
        idle += 1
        return rest()
      }
      await chainEntries(db, isFirst, logBatch)
      if (isFirst) await logNewest()
      isFirst = false
      seen = count
      idle = 0
    },
  }
}

/** What a walk of the chain came to. */
export interface Verification {
  /** Lines that fit, up to the first that does not. */
  lines: number
  /** The last of them. */
  newest: Link
  /** The first that does not fit, in words. */
  fault?: string
  /** Lines that are not in the chain yet. */
  unchained: number
}

type ChainRow = AuditRow & { position: number; hash: string; entry_id: number }

const nameOf = ({ entry_id, created_at, action, subject, actor_name }: ChainRow) =>
  `entry ${entry_id} (${toInstant(created_at)}, ${action} of ${subject}, by ${actor_name ?? 'no one'})`

/** Positions and hashes that were noted elsewhere. */
type NotedLinks = ReadonlyMap<number, string>

interface Notes {
  noted: NotedLinks | undefined
  earlier: Link | undefined
}

const OR_RESTORED = 'or the database was restored from a backup'

function faultOf(row: ChainRow, newest: Link, noted: NotedLinks): string | undefined {
  const expected = newest.position + 1
  if (row.position !== expected) return `line ${expected} of the chain was removed`
  if (row.id === null) return `line ${expected}: entry ${row.entry_id} was removed`
  if (linkAfter(newest, row).hash !== row.hash) return `line ${expected}: ${nameOf(row)} was changed`
  if ((noted.get(expected) ?? row.hash) === row.hash) return undefined
  return `line ${expected} or one before it was changed and the chain written again, ${OR_RESTORED}: the security events name another link`
}

/** What is noted beyond the end, and what stands beyond the end of the notes: a link vouches for all lines before it. */
async function faultOfEnd(
  db: Knex,
  { position }: Link,
  { noted, earlier }: Notes,
): Promise<string | undefined> {
  if (earlier && earlier.position > position) {
    return `lines ${position + 1} to ${earlier.position}, which an earlier audit found, were removed, ${OR_RESTORED}`
  }
  const end = noted ? Math.max(0, ...noted.keys()) : position
  if (end > position)
    return `lines ${position + 1} to ${end}, which the security events name, were removed, ${OR_RESTORED}`
  if (end === position) return undefined
  const ids = await db('audit_chain').where('position', '>', end).orderBy('entry_id').pluck('entry_id')
  const why = end > 0 ? `the security events end at line ${end}` : 'there are no security events of them'
  return `lines ${end + 1} to ${position} (entries ${ids[0]} to ${ids.at(-1)}) cannot be vouched for: ${why}`
}

/**
 * Walks the audit log of a database and names the first line that does not fit; `noted` are links from elsewhere (`readLinks`),
 * `earlier` is the newest link of an earlier walk.
 */
export async function verifyAudit(db: Knex, noted?: NotedLinks, earlier?: Link): Promise<Verification> {
  const links = new Map(noted)
  if (earlier) links.set(earlier.position, earlier.hash)
  let newest = START
  const unchained = async () => {
    const apart = db('audit_entries').leftJoin('audit_chain', 'entry_id', 'audit_entries.id')
    return Number((await apart.whereNull('entry_id').first(db.raw('count(*) as unchained'))).unchained)
  }
  const found = async (fault: string | undefined): Promise<Verification> => ({
    ...{ lines: newest.position, newest, unchained: await unchained() },
    ...(fault !== undefined && { fault }),
  })
  for (;;) {
    const rows = await db('audit_chain')
      .leftJoin('audit_entries', 'entry_id', 'audit_entries.id')
      .where('position', '>', newest.position)
      .orderBy('position')
      .limit(BATCH)
      .select<ChainRow[]>([...auditColumns, 'position', 'hash', 'entry_id'])
    for (const row of rows) {
      const fault = faultOf(row, newest, links)
      if (fault) return found(fault)
      newest = { position: row.position, hash: row.hash }
    }
    if (rows.length < BATCH) return found(await faultOfEnd(db, newest, { noted, earlier }))
  }
}

/** What a walk found, for a person. */
export function describeVerification(
  service: string,
  { lines, newest, fault, unchained }: Verification,
): string {
  const found = fault ? `NOT AS WRITTEN: ${fault}; ${lines} lines before it fit` : `${lines} lines fit`
  const rest = unchained > 0 ? `, ${unchained} more are not in the chain yet` : ''
  return `${service}: ${found}${rest}. Newest that fits: ${newest.position} ${newest.hash}`
}
