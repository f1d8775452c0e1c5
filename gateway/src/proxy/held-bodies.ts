import type { IncomingMessage } from 'node:http'
import { announcesBody, receiveBody } from '@mms/service-kit'
import type { CreateRefusal, Limits } from '../limits/limits.ts'

/** Divides a shared resource such as memory. Each client gets at most as much as it leaves for the others. */
function createShares(total: () => number) {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(who: string, amount: number): boolean {
      const own = (taken.get(who) ?? 0) + amount
      if (own > total() - all) return false
      all += amount
      taken.set(who, own)
      return true
    },
    give(who: string, amount: number): void {
      all -= amount
      const own = (taken.get(who) ?? 0) - amount
      if (own > 0) taken.set(who, own)
      else taken.delete(who)
    },
  }
}

/**
 * Reads the whole body before it uses a connection to the service, so that slow clients do not block one. Counts
 * received bytes, not Content-Length. Holds at most `limit` bytes in `who`'s share of memory. Without `who` (sign-in),
 * only connections limit the total.
 */
export function holdBodies(limits: Limits, refuse: CreateRefusal) {
  const shares = createShares(() => limits.heldBytes)
  return async (req: IncomingMessage, limit: number, who?: string) => {
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
