import type { Answer } from '../http/request.ts'

/** Longer than a page takes to load; what is older is asked for again. */
const FRESH_MS = 30_000

interface Ahead {
  /** In whose name it was asked for. */
  asker: string
  at: number
  answer: Promise<Answer<unknown>>
}

const waiting = new Map<string, Ahead>()

/** Keeps an answer that is on its way for whoever asks for the same address next, once. */
export function keepAhead(address: string, asker: string, answer: Promise<Answer<unknown>>): void {
  // Whoever takes it sees the failure; nobody may.
  answer.catch(() => {})
  waiting.set(address, { asker, at: performance.now(), answer })
}

/** What was asked for ahead at this address, by the same person and not long ago. */
export function takeAhead(address: string, asker: string): Promise<Answer<unknown>> | undefined {
  const found = waiting.get(address)
  waiting.delete(address)
  const isTheirs = found?.asker === asker && performance.now() - found.at < FRESH_MS
  return isTheirs ? found.answer : undefined
}

/** What was asked before a write may be out of date after it. */
export function forgetAhead(): void {
  waiting.clear()
}
