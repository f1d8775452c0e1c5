import { setTimeout as delay } from 'node:timers/promises'

/** Far longer than anything takes here; shorter than the runner's own limit, which cannot say what was waited for. */
const LIMIT_MS = 120_000

/** Waits until `missing` finds nothing missing any more; throws the sentence it last said when that never comes. */
export async function until(missing: () => Promise<string | undefined>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const sentence = await missing()
    if (sentence === undefined) return
    if (performance.now() > end) throw new Error(`After ${LIMIT_MS / 1_000} s ${sentence}`)
    await delay(20)
  }
}
