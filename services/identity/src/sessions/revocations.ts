import { identityEvents } from '@mms/contracts'
import { appendEvents } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createUserStore, type StoredUser } from '../users/store.ts'
import { createSessionStore } from './store.ts'

/** Ends sessions. Refresh tokens stop at once, access tokens when other processes have read the feed. */
export async function endSessions(trx: Knex.Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await createSessionStore(trx).remove(ids)
  await appendEvents(
    trx,
    ids.map((id) => ({ type: identityEvents.sessionEnded, subject: id, data: {} })),
  )
}

/** Revokes the access tokens of a locked user. Versions are timestamps, so that none repeats after a restore. */
export async function revokeTokens(trx: Knex.Transaction, user: StoredUser, now: number): Promise<number> {
  const version = Math.max(now, user.tokenVersion + 1)
  await createUserStore(trx).updateTokenVersion(user.id, version)
  await appendEvents(trx, [{ type: identityEvents.userTokensEnded, subject: user.id, data: { version } }])
  return version
}

/** Revokes the tokens of a locked user, and optionally ends the sessions. */
export async function revokeAccess(
  trx: Knex.Transaction,
  user: StoredUser,
  now: number,
  ended: { sessions: boolean },
): Promise<void> {
  if (ended.sessions) await createSessionStore(trx).removeOfUser(user.id)
  await revokeTokens(trx, user, now)
}
