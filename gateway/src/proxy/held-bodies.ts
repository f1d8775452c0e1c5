import type { IncomingMessage } from 'node:http'
import { announcesBody, receiveBody } from '@mms/service-kit'
import type { Limits } from '../limits/limits.ts'
import type { Refuse } from '../limits/refusals.ts'
import { createShares } from '../limits/shares.ts'

/** A body that has arrived; `release` once it is no longer needed. */
interface HeldBody {
  bytes: Buffer
  release(): void
}

/**
 * Holds a request's body, of at most so many bytes, until it is whole; undefined when none comes. `who` is the person
 * whose share it counts for; without one it is small, and the number of connections bounds all of them.
 */
type HoldBody = (req: IncomingMessage, limit: number, who?: string) => Promise<HeldBody | undefined>

/**
 * A service is asked only once the body is there: a client that sends slowly, too much or nothing more occupies no
 * connection to a service. What has arrived counts, not what was announced, and sign-in has memory of its own.
 */
export function holdBodies(limits: Limits, refuse: Refuse): HoldBody {
  const shares = createShares(() => limits.heldBytes)
  return async (req, limit, who) => {
    if (!announcesBody(req)) return undefined
    let held = 0
    const onPiece = (bytes: number) => {
      if (who === undefined) return
      if (!shares.take(who, bytes)) throw refuse('all')
      held += bytes
    }
    const release = () => {
      if (who !== undefined && held > 0) shares.give(who, held)
      held = 0
    }
    try {
      return { bytes: await receiveBody(req, { bytes: limit, ms: limits.bodyMs, onPiece }), release }
    } catch (error) {
      release()
      throw error
    }
  }
}
