import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@mms/service-kit'
import { notes } from './words.ts'

const LOOK_EVERY_MS = 50

/** Null if the read model is up to date within `patienceMs`. */
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
