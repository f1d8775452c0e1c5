import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { type ClientOptions, createClient } from './client.ts'
import { notBegun } from './journal.ts'

/** Repeats old requests all the time: the same key must get the same answer. */
export async function askOldKeysAgain(
  options: ClientOptions & { stopping: AbortSignal },
  random: Random,
): Promise<void> {
  const { journal, stopping } = options
  const client = createClient(options, random.fork())
  while (!stopping.aborted) {
    const entry = journal.entries[random.int(0, journal.entries.length - 1)]
    const [answer] = entry?.answers ?? []
    if (entry && answer && !notBegun.has(answer.code ?? '')) await client.askAgain(entry)
    await delay(random.int(5, 50), undefined, { signal: stopping }).catch(() => {})
  }
}
