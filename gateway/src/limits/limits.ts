import { Counter, LRUCache, type Metrics, type ProblemError, problem } from '@mms/service-kit'

/** Read at each request, so that changes apply at once. */
export interface Limits {
  bodyMs: number
  /** Maximum bytes of bodies held for all signed-in people. One person gets at most half of what is left. */
  heldBytes: number
  /** Longest wait for the response to begin, and between two chunks. */
  upstreamMs: number
  requests: number
  /** Maximum concurrent requests per person, or per address without a token. */
  requestsEach: number
  waiting: number
  waitMs: number
  /** Average changes of a person; 0 means no limit. */
  writesPerSecond: number
}

export const FIXED_LIMITS = { waiting: 1_024, waitMs: 1_000 }

/** Maximum connections in all. Ten thousand idle ones would take a few hundred megabytes. */
export const MAX_CONNECTIONS = 4_000

export type Limit = 'share' | 'all' | 'writes'

const SOON = { headers: { 'Retry-After': '1' } }

const refusals: Record<Limit, () => ProblemError> = {
  share: () =>
    problem.tooMany('gateway.too_many_requests', 'Too many requests at once. Please try again soon', SOON),
  all: () => problem.unavailable('gateway.busy', 'The server is busy. Please try again soon', SOON),
  writes: () =>
    problem.tooMany(
      'gateway.too_many_changes',
      'Too many changes in a short time. Please try again soon',
      SOON,
    ),
}

export type CreateRefusal = (limit: Limit) => ProblemError

export function createRefusals({ registry }: Pick<Metrics, 'registry'>): CreateRefusal {
  const counter = new Counter({
    name: 'gateway_refused_requests_total',
    help: 'Requests refused by a limit: the share of one client, what all have together, or one client’s changes',
    labelNames: ['limit'] as const,
    registers: [registry],
  })
  for (const limit of Object.keys(refusals) as Limit[]) counter.inc({ limit }, 0)
  return (limit) => {
    counter.inc({ limit })
    return refusals[limit]()
  }
}

/** A burst may be this many seconds of the average rate: an import, or an outbox after a day offline. */
const SAVED_SECONDS = 300
const PEOPLE = 10_000

/** Limits each person's changes by the generic cell rate algorithm. */
export function createWriteRateLimiter(limits: { writesPerSecond: number }): (who: string) => boolean {
  const nextOf = new LRUCache<string, number>({ max: PEOPLE })
  return (who) => {
    if (limits.writesPerSecond === 0) return true
    const now = performance.now()
    const next = Math.max(nextOf.get(who) ?? 0, now) + 1_000 / limits.writesPerSecond
    if (next > now + SAVED_SECONDS * 1_000) return false
    nextOf.set(who, next)
    return true
  }
}
