import { setTimeout as delay } from 'node:timers/promises'

/** Far longer than needed, but shorter than the runner's limit, which could not name the cause. */
const LIMIT_MS = 120_000

/** Waits until `missing` returns undefined. After the limit, throws the last text that it returned. */
export async function until(missing: () => Promise<string | undefined>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const sentence = await missing()
    if (sentence === undefined) return
    if (performance.now() > end) throw new Error(`After ${LIMIT_MS / 1_000} s ${sentence}`)
    await delay(20)
  }
}
