import { setTimeout as delay } from 'node:timers/promises'
import { feedEventSchema } from '@mms/contracts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { httpRead, ServiceStatusError } from '../outbound/http-request.ts'
import { problem } from '../problems/problem.ts'
import { createLag, publishLag } from '../telemetry/lag.ts'
import { accessTokenVerifier, type Caller, type VerifyToken } from './caller.ts'
import { remoteKeys } from './keys.ts'
import { createRevocations } from './revocations.ts'

interface RemoteAccessOptions {
  /** Address of identity's keys. The revocations are at `endings` beside it. */
  jwksUrl: string
  log: Logger
  registry?: Registry
  signal?: AbortSignal
}

/** Short, so that a dead connection delays revocations by less than four seconds (with `LATE_MS`). */
const POLL_MS = 2_000
const LATE_MS = 1_500
/** Time limit of the first answer. Allows for a slow start of identity on a busy machine. */
const FIRST_MS = 6_000
const LIMIT = 1_000
const SHORTEST_BACKOFF_MS = 100
const LONGEST_BACKOFF_MS = 2_000
/** Shorter failures are not logged, because identity is probably restarting. */
const WORTH_LOGGING_MS = 5_000

const eventsSchema = z.array(feedEventSchema)

function createRounds({ jwksUrl, signal }: RemoteAccessOptions) {
  const revocations = createRevocations()
  let lastEventId: string | undefined
  let isLoaded = false

  const request = async () => {
    const wait = isLoaded ? POLL_MS : 0
    const timeoutMs = isLoaded ? POLL_MS + LATE_MS : FIRST_MS
    const query = new URLSearchParams({ limit: String(LIMIT), timeout: String(wait) })
    if (lastEventId !== undefined) query.set('lastEventId', lastEventId)
    const url = new URL(`endings?${query}`, jwksUrl)
    return httpRead(url, eventsSchema, { timeoutMs, signal }).catch((error: unknown) => {
      const isGone = error instanceof ServiceStatusError && error.status === 410
      if (isGone && lastEventId !== undefined) return undefined
      throw error
    })
  }

  return {
    isLoaded: () => isLoaded,
    isRevoked: revocations.isRevoked,
    async run(): Promise<void> {
      revocations.removeExpired()
      for (let isMore = true; isMore; ) {
        const events = await request()
        for (const event of events ?? []) revocations.note(event)
        // 410: the event no longer exists, because identity was restored or this process slept for an hour. Start again.
        lastEventId = events && (events.at(-1)?.id ?? lastEventId)
        isMore = events === undefined || events.length === LIMIT
      }
      isLoaded = true
    },
  }
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
 * for the first answer. Not a projection, because processes without a database need it too. The result rejects with 503
 * `auth.endings_unavailable` until identity has answered once. Then known revocations apply.
 */
function followRevocations(options: RemoteAccessOptions): (caller: Caller) => Promise<boolean> {
  const { log, registry, signal } = options
  const rounds = createRounds(options)
  const report = createReport(log)
  const lag = createLag()
  if (registry) publishLag(registry, 'endings', lag)
  let failures = 0
  let failure: unknown
  let attempt = Promise.withResolvers<void>()
  let hurry = new AbortController()

  const round = async () => {
    try {
      lag.waiting(POLL_MS + LATE_MS)
      await rounds.run()
      lag.caughtUp()
      report.worked()
      failures = 0
    } catch (error) {
      lag.uncertain()
      if (!signal?.aborted) report.failed(error)
      failure = error
      failures += 1
    }
  }

  const run = async () => {
    while (!signal?.aborted) {
      await round()
      attempt.resolve()
      attempt = Promise.withResolvers()
      await delay(SHORTEST_BACKOFF_MS, undefined, { ref: false })
      const longest = Math.min(LONGEST_BACKOFF_MS, SHORTEST_BACKOFF_MS * 2 ** failures)
      const rest = { ref: false, signal: hurry.signal }
      if (failures > 0) await delay((0.5 + Math.random() / 2) * longest, undefined, rest).catch(() => {})
      hurry = new AbortController()
    }
  }

  void run()
  return async (caller) => {
    if (!rounds.isLoaded()) {
      hurry.abort()
      await attempt.promise
    }
    if (rounds.isLoaded()) return rounds.isRevoked(caller)
    const message = 'Sign-in cannot be checked right now'
    throw problem.unavailable('auth.endings_unavailable', message, { cause: failure })
  }
}

/** 401 for a revoked token. The browser then renews its token or signs out. */
export const sessionEndedProblem = () =>
  problem.unauthorized('auth.session_ended', 'Please sign in again', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })

/** Verifies users' tokens. 401 `auth.invalid_token` or `auth.session_ended`; 503 until identity has answered once. */
export function remoteAccessVerifier(options: RemoteAccessOptions): VerifyToken {
  const verify = accessTokenVerifier(remoteKeys(options.jwksUrl))
  const isRevoked = followRevocations(options)
  return async (token) => {
    const caller = await verify(token)
    if (await isRevoked(caller)) throw sessionEndedProblem()
    return caller
  }
}
