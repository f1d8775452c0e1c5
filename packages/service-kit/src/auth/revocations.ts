import {
  type FeedEvent,
  identityEvents,
  MAX_ACCESS_TOKEN_SECONDS,
  userTokensEndedSchema,
} from '@mms/contracts'
import type { Caller } from './caller.ts'

export interface Revocations {
  note(event: FeedEvent): void
  isRevoked(caller: Caller): boolean
  removeExpired(): void
  size(): number
}

/** Maximum clock difference, in seconds. */
const MARGIN_SECONDS = 600

/** How long identity publishes a revocation, in ms. No token lives longer. */
export const REVOCATION_MATTERS_MS = (MAX_ACCESS_TOKEN_SECONDS + MARGIN_SECONDS) * 1000

/** An empty set of revocations. Entries leave after 70 minutes, so a large chain has a few thousand. `now` is in ms. */
export function createRevocations(now: () => number = () => performance.now()): Revocations {
  const sessions = new Map<string, { expiresAt: number }>()
  const users = new Map<string, { version: number; expiresAt: number }>()

  /** Deletes first so that the entry moves to the end: the oldest stay first. */
  const put = <T>(map: Map<string, T>, key: string, entry: T) => {
    map.delete(key)
    map.set(key, entry)
  }

  return {
    note({ type, subject, data }) {
      const expiresAt = now() + REVOCATION_MATTERS_MS
      if (type === identityEvents.sessionEnded) put(sessions, subject, { expiresAt })
      if (type !== identityEvents.userTokensEnded) return
      const ended = userTokensEndedSchema.safeParse(data).data
      // A malformed event must not block those after it.
      if (!ended) return
      const version = Math.max(ended.version, users.get(subject)?.version ?? 0)
      put(users, subject, { version, expiresAt })
    },
    isRevoked({ id, sessionId, tokenVersion = 0 }) {
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
