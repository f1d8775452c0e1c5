import type { IncomingMessage } from 'node:http'
import { announcesBody, problem, receiveBody } from '@mms/service-kit'
import type { Limits } from './limits.ts'

/** A body that has arrived; `release` once it is no longer needed. */
interface HeldBody {
  bytes: Buffer
  release(): void
}

/** Holds a request's body, of at most so many bytes, until it is whole; undefined when none comes. */
type HoldBody = (req: IncomingMessage, limit: number) => Promise<HeldBody | undefined>

const busy = () =>
  problem.unavailable('gateway.busy', 'Too much is being sent right now. Please try again soon', {
    headers: { 'Retry-After': '2' },
  })

/**
 * A service is asked only once the body is there: a client that sends slowly, too much or nothing more occupies no
 * connection to a service. All bodies together have a limit too, so that memory stays bounded.
 */
export function holdBodies({ bodyMs, heldBytes }: Limits): HoldBody {
  let held = 0
  return async (req, limit) => {
    if (!announcesBody(req)) return undefined
    const share = Math.min(limit, Number(req.headers['content-length'] ?? limit))
    if (held + share > heldBytes) throw busy()
    held += share
    let isHeld = true
    const release = () => {
      if (isHeld) held -= share
      isHeld = false
    }
    try {
      return { bytes: await receiveBody(req, { bytes: limit, ms: bodyMs }), release }
    } catch (error) {
      release()
      throw error
    }
  }
}
