import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@mms/service-kit'
import { notes } from './words.ts'

const LOOK_EVERY_MS = 50

/**
 * A sentence where inventory does not say, within `patienceMs`, that it has told everything; null where it does. A projection
 * that has just taken something in is not behind: it asks again at once.
 */
export function createStockNote(medicines: Pick<Projection, 'lagSeconds'>, patienceMs: number) {
  return async function findStockNote(signal: AbortSignal): Promise<string | null> {
    const until = performance.now() + patienceMs
    while (medicines.lagSeconds() > 0) {
      if (performance.now() >= until) return notes.inventoryAway
      await delay(LOOK_EVERY_MS, undefined, { signal })
    }
    return null
  }
}
