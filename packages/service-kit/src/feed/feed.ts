import type { FeedEvent } from '@mms/contracts'
import type { Knex } from 'knex'
import { catchUp, isClustered } from '../database/galera/cluster.ts'
import { inTransaction } from '../database/transaction.ts'
import { toInstant } from '../database/values.ts'
import { problem } from '../problems/problem.ts'
import {
  createNumbering,
  type EventId,
  formatEventId,
  NUMBERING_BATCH_SIZE,
  parseEventId,
} from './numbering.ts'
import { countAppends, waitForAppend } from './outbox.ts'

interface ReadOptions {
  /** Last event that the reader has. Without it, the feed is read from its beginning. */
  lastEventId?: string | undefined
  /** Without `lastEventId`: starts at the oldest event that still exists, even if earlier ones were deleted. */
  fromOldest?: boolean
  limit?: number | undefined
  /** Maximum wait for a first event, in ms. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

interface FeedOptions {
  db: Knex
  source: string
  /** How often a waiting reader looks for events from other replicas, in ms. */
  pollMs?: number
}

interface Head extends EventId {
  prunedTo: number
  pending: boolean
}

const DEFAULT_LIMIT = 100
const POLL_MS = 500
/** Maximum batches to number per answer: under load, new rows keep arriving. */
const ROUNDS = 2

async function readHead(db: Knex): Promise<Head> {
  const pending = db('outbox').whereNull('position').orderBy('id').limit(1).select('id').as('pending')
  const row = await db('feed_head').where({ id: 1 }).first('epoch', 'position', 'pruned_to', pending)
  if (!row) throw new Error('The feed has no head: run feedMigrations')
  return { epoch: row.epoch, position: row.position, prunedTo: row.pruned_to, pending: row.pending !== null }
}

const gone = () =>
  problem.gone('feed.gone', 'The feed does not reach back that far: read a snapshot and go on from there')

const isReachable = (from: EventId, head: Head): boolean =>
  from.epoch === head.epoch && from.position >= head.prunedTo && from.position <= head.position

async function readRows(db: Knex, source: string, from: EventId, limit: number): Promise<FeedEvent[]> {
  const rows = await db('outbox')
    .where('position', '>', from.position)
    .orderBy('position')
    .limit(limit)
    .select('position', 'type', 'subject', 'data', 'time', 'traceparent')
  // Events were deleted after the head was read.
  if (rows.length > 0 && rows[0].position !== from.position + 1) throw gone()
  return rows.map((row) => ({
    specversion: '1.0' as const,
    id: formatEventId({ epoch: from.epoch, position: row.position }),
    source,
    type: row.type,
    subject: row.subject,
    time: toInstant(row.time),
    data: JSON.parse(row.data),
    ...(row.traceparent !== null && { traceparent: row.traceparent as string }),
  }))
}

/** Events of service `source` as CloudEvents, in the same order for all readers. Waiting takes no connection. */
export function createFeed({ db, source, pollMs = POLL_MS }: FeedOptions) {
  const number = createNumbering(db)

  const numberedHead = async (): Promise<Head> => {
    let head = await readHead(db)
    for (let round = 0; head.pending && round < ROUNDS; round += 1) {
      await number()
      head = await readHead(db)
    }
    return head
  }

  const readOnce = async (lastEventId: string | undefined, limit: number, fromOldest: boolean) => {
    const asked = lastEventId === undefined ? undefined : parseEventId(lastEventId)
    let head = await numberedHead()
    const from = asked ?? { epoch: head.epoch, position: fromOldest ? head.prunedTo : 0 }
    if (!isReachable(from, head) && isClustered(db)) {
      // A replica on another node may already have numbered an event for this reader.
      await catchUp(db)
      head = await readHead(db)
    }
    if (!isReachable(from, head)) throw gone()
    return head.position > from.position ? readRows(db, source, from, limit) : []
  }

  return {
    source,
    /** Events after `lastEventId`, in order, without gaps. Empty if none arrives in time. Throws 410 after deletion. */
    async read(options: ReadOptions): Promise<FeedEvent[]> {
      const { lastEventId, fromOldest = false, limit = DEFAULT_LIMIT, timeout = 0, signal } = options
      const deadline = performance.now() + timeout
      for (;;) {
        const before = countAppends()
        const events = await readOnce(lastEventId, limit, fromOldest)
        const left = deadline - performance.now()
        if (events.length > 0 || left <= 0 || signal?.aborted) return events
        if (countAppends() === before) await waitForAppend(Math.min(left, pollMs), signal)
      }
    },
    /** Id of the newest event. Read it **before** a snapshot, then continue from it. */
    head: async (): Promise<string> => formatEventId(await numberedHead()),
    /** Numbers all committed events in batches, until `signal` aborts. Returns how many. */
    number: async (signal?: AbortSignal): Promise<number> =>
      (await readHead(db)).pending ? countBatches(NUMBERING_BATCH_SIZE, number, signal) : 0,
    /** Deletes events older than `instant` and returns how many. Readers that still need them get 410 and rebuild. */
    prune: (instant: Date, signal?: AbortSignal): Promise<number> =>
      countBatches(PRUNED_AT_ONCE, () => pruneBatch(db, instant), signal),
  }
}
export type Feed = ReturnType<typeof createFeed>

/** Repeats `work` until its batch is not full or `signal` aborts. Returns the rows of all batches. */
async function countBatches(size: number, work: () => Promise<number>, signal?: AbortSignal) {
  for (let total = 0; ; ) {
    const done = await work()
    total += done
    if (done < size || signal?.aborted) return total
  }
}

const PRUNED_AT_ONCE = 1_000

async function pruneBatch(db: Knex, instant: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const head = await trx('feed_head').where({ id: 1 }).forUpdate().first('pruned_to')
    const oldest: { position: number; time: unknown }[] = await trx('outbox')
      .where('position', '>', head.pruned_to)
      .orderBy('position')
      .limit(PRUNED_AT_ONCE)
      .select('position', 'time')
    const firstKept = oldest.findIndex((row) => new Date(row.time as Date | number) >= instant)
    const position = oldest.slice(0, firstKept === -1 ? undefined : firstKept).at(-1)?.position
    if (position === undefined) return 0
    await trx('feed_head').where({ id: 1 }).update({ pruned_to: position })
    return trx('outbox').where('position', '<=', position).delete()
  })
}
