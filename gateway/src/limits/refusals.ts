import { Counter, type Metrics, type ProblemError, problem } from '@mms/service-kit'

export type Limit = 'share' | 'all' | 'writes'

const SOON = { headers: { 'Retry-After': '1' } }

const refusals: Record<Limit, () => ProblemError> = {
  share: () =>
    problem.tooMany('gateway.too_many_requests', 'Too many requests at once. Please try again soon', SOON),
  all: () =>
    problem.unavailable('gateway.busy', 'Too much is going on right now. Please try again soon', SOON),
  writes: () =>
    problem.tooMany(
      'gateway.too_many_changes',
      'Too many changes in a short time. Please try again soon',
      SOON,
    ),
}

export type Refuse = (limit: Limit) => ProblemError

export function createRefusals({ registry }: Pick<Metrics, 'registry'>): Refuse {
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
