import type { Answer } from '../http/request.ts'

/** Longer than a page takes to load; an older answer is asked for again. */
const FRESH_MS = 30_000

interface Prefetch {
  /** Role and id of the user it was asked for. */
  asker: string
  at: number
  answer: Promise<Answer<unknown>>
}

const prefetches = new Map<string, Prefetch>()

/** Keeps an answer that is on its way for the next call of the same address, once. */
export function keepAhead(address: string, asker: string, answer: Promise<Answer<unknown>>): void {
  // The call that takes it gets the failure; there may be no such call.
  answer.catch(() => {})
  prefetches.set(address, { asker, at: performance.now(), answer })
}

/** What was asked for ahead at this address, by the same user and not long ago. */
export function takeAhead(address: string, asker: string): Promise<Answer<unknown>> | undefined {
  const found = prefetches.get(address)
  prefetches.delete(address)
  const isTheirs = found?.asker === asker && performance.now() - found.at < FRESH_MS
  return isTheirs ? found.answer : undefined
}

/** A write makes what was asked for before it stale. */
export function forgetAhead(): void {
  prefetches.clear()
}
