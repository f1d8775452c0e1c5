import { setTimeout as delay } from 'node:timers/promises'
import { type FeedEvent, feedEventSchema } from '@mms/contracts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { httpRead, ServiceStatusError } from '../outbound/http-request.ts'
import { problem } from '../problems/problem.ts'
import { createLag, publishLag } from '../telemetry/lag.ts'
import type { Caller } from './caller.ts'
import { createRevocations, type Revocations } from './revocations.ts'

export interface RevocationReaderOptions {
  url: string
  log: Logger
  registry?: Registry
  signal?: AbortSignal
}

export interface RevocationReader {
  /** Rejects with 503 `auth.endings_unavailable` until identity has answered once. Then known revocations apply. */
  isRevoked(caller: Caller): boolean | Promise<boolean>
}

/** Short, so that a dead connection delays revocations by less than four seconds (with `LATE_MS`). */
const POLL_MS = 2_000
const LATE_MS = 1_500
const LIMIT = 1_000
const SHORTEST_BACKOFF_MS = 100
const LONGEST_BACKOFF_MS = 2_000
/** Shorter failures are not logged, because identity is probably restarting. */
const WORTH_LOGGING_MS = 5_000

const eventsSchema = z.array(feedEventSchema)

async function request(
  url: string,
  lastEventId: string | undefined,
  wait: number,
  signal?: AbortSignal,
): Promise<FeedEvent[] | undefined> {
  const query = new URLSearchParams({ limit: String(LIMIT), timeout: String(wait) })
  if (lastEventId !== undefined) query.set('lastEventId', lastEventId)
  try {
    return await httpRead(`${url}?${query}`, eventsSchema, { timeoutMs: wait + LATE_MS, signal })
  } catch (error) {
    const isGone = error instanceof ServiceStatusError && error.status === 410
    if (isGone && lastEventId !== undefined) return undefined
    throw error
  }
}

function createRounds({ url, signal }: RevocationReaderOptions, revocations: Revocations) {
  let lastEventId: string | undefined
  const position = { isLoaded: false }

  const round = async (): Promise<void> => {
    revocations.removeExpired()
    for (let isMore = true; isMore; ) {
      const events = await request(url, lastEventId, position.isLoaded ? POLL_MS : 0, signal)
      for (const event of events ?? []) revocations.note(event)
      // 410: the event no longer exists, because identity was restored or this process slept for an hour. Start again.
      lastEventId = events && (events.at(-1)?.id ?? lastEventId)
      isMore = events === undefined || events.length === LIMIT
    }
    position.isLoaded = true
  }
  return { position, round }
}

function createReport(log: Logger) {
  let failingSince: number | undefined
  let isLogged = false
  return {
    failed(cause: unknown) {
      failingSince ??= performance.now()
      if (isLogged || performance.now() - failingSince < WORTH_LOGGING_MS) return
      isLogged = true
      log.warn({ err: cause }, 'cannot read which sessions have ended; what is known holds')
    },
    worked() {
      if (isLogged) log.info('reading again which sessions have ended')
      failingSince = undefined
      isLogged = false
    },
  }
}

/**
 * Long-polls identity's feed and keeps revoked tokens in memory. Does not delay the start of a process; requests wait
 * for the first answer. Not a projection, because processes without a database need it too.
 */
export function readRevocations(options: RevocationReaderOptions): RevocationReader {
  const { log, registry, signal } = options
  const revocations = createRevocations()
  const { position, round } = createRounds(options, revocations)
  const report = createReport(log)
  const lag = createLag()
  if (registry) publishLag(registry, 'endings', lag)
  let failures = 0
  let failure: unknown
  let attempt = Promise.withResolvers<void>()
  let hurry = new AbortController()

  const once = async (): Promise<number> => {
    try {
      lag.waiting(POLL_MS + LATE_MS)
      await round()
      lag.caughtUp()
      report.worked()
      failures = 0
      return 0
    } catch (error) {
      lag.uncertain()
      if (!signal?.aborted) report.failed(error)
      failure = error
      failures += 1
      return (0.5 + Math.random() / 2) * Math.min(LONGEST_BACKOFF_MS, SHORTEST_BACKOFF_MS * 2 ** failures)
    }
  }

  const run = async () => {
    while (!signal?.aborted) {
      const backoff = await once()
      attempt.resolve()
      attempt = Promise.withResolvers()
      await delay(SHORTEST_BACKOFF_MS, undefined, { ref: false })
      if (backoff > 0) await delay(backoff, undefined, { ref: false, signal: hurry.signal }).catch(() => {})
      hurry = new AbortController()
    }
  }

  const afterLoading = async (caller: Caller): Promise<boolean> => {
    hurry.abort()
    await attempt.promise
    if (position.isLoaded) return revocations.isRevoked(caller)
    throw problem.unavailable('auth.endings_unavailable', 'Sign-in cannot be checked right now', {
      cause: failure,
    })
  }

  void run()
  return { isRevoked: (caller) => (position.isLoaded ? revocations.isRevoked(caller) : afterLoading(caller)) }
}
