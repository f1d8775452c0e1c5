import {
  type FeedEvent,
  identityEvents,
  MAX_ACCESS_TOKEN_SECONDS,
  userTokensEndedSchema,
} from '@mms/contracts'
import type { Caller } from './caller.ts'

/** Revoked tokens: those that ended before they expired. */
export interface Endings {
  /** Notes what identity says; an event of another type is passed over. */
  note(event: FeedEvent): void
  hasEnded(caller: Caller): boolean
  /** Removes the endings whose tokens have all expired by now. */
  removeExpired(): void
  size(): number
}

/** Clocks differ by less than this many seconds. */
const MARGIN_SECONDS = 600

/** How long an ending matters, in ms: no token lives longer. Identity publishes it for so long. */
export const ENDING_MATTERS_MS = (MAX_ACCESS_TOKEN_SECONDS + MARGIN_SECONDS) * 1000

/**
 * An empty set of endings, in memory: a few thousand short entries for the largest of chains. An entry leaves when
 * it no longer matters, so the set is as large as what ended in the last 70 minutes. `now` is a clock in ms.
 */
export function createEndings(now: () => number = () => performance.now()): Endings {
  const sessions = new Map<string, { expiresAt: number }>()
  const users = new Map<string, { version: number; expiresAt: number }>()

  /** Written again, an entry moves to the end: the oldest are always the first. */
  const put = <T>(map: Map<string, T>, key: string, entry: T) => {
    map.delete(key)
    map.set(key, entry)
  }

  return {
    note({ type, subject, data }) {
      const expiresAt = now() + ENDING_MATTERS_MS
      if (type === identityEvents.sessionEnded) put(sessions, subject, { expiresAt })
      if (type !== identityEvents.userTokensEnded) return
      const ended = userTokensEndedSchema.safeParse(data).data
      // One that does not fit must not hold up those after it.
      if (!ended) return
      const version = Math.max(ended.version, users.get(subject)?.version ?? 0)
      put(users, subject, { version, expiresAt })
    },
    hasEnded({ id, sessionId, tokenVersion = 0 }) {
      if (sessionId !== undefined && sessions.has(sessionId)) return true
      const user = users.get(id)
      return user !== undefined && tokenVersion < user.version
    },
    removeExpired() {
      for (const map of [sessions, users]) {
        for (const [key, { expiresAt }] of map) {
          if (expiresAt > now()) break
          map.delete(key)
        }
      }
    },
    size: () => sessions.size + users.size,
  }
}
