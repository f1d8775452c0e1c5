import {
  type FeedEvent,
  identityEvents,
  MAX_ACCESS_TOKEN_SECONDS,
  userTokensEndedSchema,
} from '@mms/contracts'
import type { Caller } from './caller.ts'

/** Maximum clock difference between machines, in seconds. */
const MARGIN_SECONDS = 600

/** How long a revocation must be remembered, in ms. No token lives longer. */
export const REVOCATION_MATTERS_MS = (MAX_ACCESS_TOKEN_SECONDS + MARGIN_SECONDS) * 1000

/** Creates an empty set of revocations. Entries expire after 70 minutes, so even a large chain has only thousands. */
export function createRevocations(now: () => number = () => performance.now()) {
  const sessions = new Map<string, { expiresAt: number }>()
  const users = new Map<string, { version: number; expiresAt: number }>()

  /** Deletes the key first to move it to the end, so that entries stay sorted by expiry. */
  const put = <T>(map: Map<string, T>, key: string, entry: T) => {
    map.delete(key)
    map.set(key, entry)
  }

  return {
    note({ type, subject, data }: FeedEvent): void {
      const expiresAt = now() + REVOCATION_MATTERS_MS
      if (type === identityEvents.sessionEnded) put(sessions, subject, { expiresAt })
      if (type !== identityEvents.userTokensEnded) return
      const ended = userTokensEndedSchema.safeParse(data).data
      // Skip a malformed event, so that later ones are still read.
      if (!ended) return
      const version = Math.max(ended.version, users.get(subject)?.version ?? 0)
      put(users, subject, { version, expiresAt })
    },
    isRevoked({ id, sessionId, tokenVersion = 0 }: Caller): boolean {
      if (sessionId !== undefined && sessions.has(sessionId)) return true
      const user = users.get(id)
      return user !== undefined && tokenVersion < user.version
    },
    removeExpired(): void {
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
