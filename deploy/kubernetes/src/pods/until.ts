import { setTimeout as delay } from 'node:timers/promises'

/** How long something that starts may take on a busy machine. */
const PATIENCE_MS = 60_000

/** Waits until `isSo`; what it throws counts as no. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s`)
    await delay(100)
  }
}

export const answers = async (url: string): Promise<boolean> => (await fetch(url)).ok
