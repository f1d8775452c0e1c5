import type { Job } from '@mms/service-kit'
import type { Pieces } from './service.ts'

/** Until they are made, what was written is looked at one by one. */
const EVERY_MS = 5_000

/** Makes the pieces of what was written. Every replica does: the locks on the medicines let one at a time. */
export function keepPieces({ make }: Pick<Pieces, 'make'>): Job {
  return { name: 'search-pieces', everyMs: EVERY_MS, run: make }
}
