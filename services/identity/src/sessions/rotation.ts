import { digestOf, newSecret, successorOf } from './refresh-token.ts'
import type { SessionStore, StoredToken } from './store.ts'

export interface Lifetimes {
  /** A session not used for so long ends. */
  idleMs: number
  /** A session ends so long after login, used or not. */
  maxMs: number
  /** For so long a replaced token still answers. */
  graceMs: number
}

export type Rotation =
  | { outcome: 'rotated'; token: string; expiresAt: Date; userId: string }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; userId: string }

export function expiryOf(endsAt: Date, lifetimes: Lifetimes, now: number): Date {
  return new Date(Math.min(now + lifetimes.idleMs, endsAt.getTime()))
}

/** Puts a successor in the place of an unused token; undefined when somebody else was faster. */
async function replace(store: SessionStore, token: string, found: StoredToken, expiresAt: Date, now: number) {
  const salt = newSecret()
  if (!(await store.markUsed(found.hash, new Date(now), salt))) return undefined
  const successor = successorOf(token, salt)
  await store.insertToken({ hash: digestOf(successor), sessionId: found.sessionId, expiresAt })
  await store.extend(found.sessionId, expiresAt)
  return successor
}

/**
 * Exchanges a refresh token for its successor, in one transaction. A token that was used within the grace
 * leads to the youngest one of its line, for tabs that refresh at the same moment. One that was used before
 * that has been stolen, by whoever sends it or by whoever sent it first: the whole family ends.
 */
export async function rotate(
  store: SessionStore,
  presented: string,
  lifetimes: Lifetimes,
  now: number,
): Promise<Rotation> {
  let token = presented
  for (;;) {
    const found = await store.findToken(digestOf(token))
    if (!found || found.expiresAt.getTime() <= now) return { outcome: 'unknown' }
    const { userId, usedAt, successorSalt, sessionId } = found
    if (usedAt && successorSalt) {
      if (now - usedAt.getTime() >= lifetimes.graceMs) {
        await store.remove(sessionId)
        return { outcome: 'reused', userId }
      }
      token = successorOf(token, successorSalt)
    } else if (token !== presented) {
      return { outcome: 'rotated', token, expiresAt: found.expiresAt, userId }
    } else {
      const expiresAt = expiryOf(found.endsAt, lifetimes, now)
      const successor = await replace(store, token, found, expiresAt, now)
      if (successor) return { outcome: 'rotated', token: successor, expiresAt, userId }
    }
  }
}
