import type { IncomingMessage } from 'node:http'
import { announcesBody, receiveBody } from '@mms/service-kit'
import type { Limits } from '../limits/limits.ts'
import type { Refuse } from '../limits/refusals.ts'
import { createShares } from '../limits/shares.ts'

interface HeldBody {
  bytes: Buffer
  release(): void
}

/**
 * Holds a request body of at most `limit` bytes. `who` owns the memory share; without one, the number of
 * connections bounds the total.
 */
type HoldBody = (req: IncomingMessage, limit: number, who?: string) => Promise<HeldBody | undefined>

/**
 * Reads the whole body before a service connection is used, so that slow clients do not occupy one. Counts
 * received bytes, not Content-Length. Sign-in has its own memory.
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
