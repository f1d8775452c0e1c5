import { type Feed, type Job, REVOCATION_MATTERS_MS } from '@mms/service-kit'

interface PruningOptions {
  sessions: { prune(): Promise<unknown> }
  throttle: { prune(): Promise<unknown> }
  challenges: { prune(): Promise<unknown> }
  pins: { prune(): Promise<unknown> }
  refusals: { flush(): Promise<unknown> }
  endings: Pick<Feed, 'number' | 'prune'>
  /** Milliseconds since 1970. */
  now: () => number
}

const PRUNE_EVERY_MS = 10 * 60_000

/**
 * Removes expired rows every ten minutes in each replica. Separate jobs, so that one failure does not block the others.
 */
export function pruningJobs({
  sessions,
  throttle,
  refusals,
  challenges,
  pins,
  endings,
  now,
}: PruningOptions): Job[] {
  const pruneEndings = async () => {
    // Readers trigger numbering, but there may be none.
    await endings.number()
    await endings.prune(new Date(now() - REVOCATION_MATTERS_MS))
  }
  return [
    { name: 'session-pruning', everyMs: PRUNE_EVERY_MS, run: () => sessions.prune() },
    {
      name: 'throttle-pruning',
      everyMs: PRUNE_EVERY_MS,
      run: () => Promise.all([throttle.prune(), refusals.flush()]),
    },
    { name: 'challenge-pruning', everyMs: PRUNE_EVERY_MS, run: () => challenges.prune() },
    { name: 'pin-pruning', everyMs: PRUNE_EVERY_MS, run: () => pins.prune() },
    { name: 'ending-pruning', everyMs: PRUNE_EVERY_MS, run: pruneEndings },
  ]
}
