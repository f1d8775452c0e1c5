import type { Answer } from '../http/request.ts'

const FRESH_MS = 30_000

interface Prefetch {
  asker: string
  at: number
  answer: Promise<Answer<unknown>>
}

const prefetches = new Map<string, Prefetch>()

export function keepAhead(address: string, asker: string, answer: Promise<Answer<unknown>>): void {
  // The call that takes the answer handles its failure; there may be no such call.
  answer.catch(() => {})
  prefetches.set(address, { asker, at: performance.now(), answer })
}

export function takeAhead(address: string, asker: string): Promise<Answer<unknown>> | undefined {
  const found = prefetches.get(address)
  prefetches.delete(address)
  const isTheirs = found?.asker === asker && performance.now() - found.at < FRESH_MS
  return isTheirs ? found.answer : undefined
}

export function forgetAhead(): void {
  prefetches.clear()
}
