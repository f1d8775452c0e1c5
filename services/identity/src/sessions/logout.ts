import {
  ACCESS_AUDIENCE,
  catchUp,
  inTransaction,
  recordChange,
  signedClaims,
  staticKeys,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { KeySet } from '../keys/key-set.ts'
import { digestOf } from './refresh-token.ts'
import { endSessions } from './revocations.ts'
import { createSessionStore } from './store.ts'
import { createTokenStore } from './token-store.ts'

const claimsSchema = z.object({ sub: z.string(), sid: z.string(), name: z.string().default('') })

interface LogoutRequest {
  /** Refresh token from the cookie. It may be another user's when a logout arrives late. */
  refreshToken: string | undefined
  /** Names the session to end; by default the cookie's. */
  accessToken: string | undefined
}

/** Signs out; returns whether the cookie is now useless. */
export function createLogout({ db, keys }: { db: Knex; keys: KeySet }) {
  const findKey = staticKeys(keys.jwks)

  /** An expired token still names its session: a logout may arrive hours later. */
  async function readNamed(token: string | undefined) {
    const audience = ACCESS_AUDIENCE
    return claimsSchema.safeParse(await signedClaims(token, findKey, { audience, ignoreExpiration: true }))
      .data
  }

  return async ({ refreshToken, accessToken }: LogoutRequest): Promise<boolean> => {
    const named = await readNamed(accessToken)
    // A session that another replica just started or renewed ends too.
    if (named || refreshToken !== undefined) await catchUp(db)
    return inTransaction(db, async (trx) => {
      const ofCookie =
        refreshToken === undefined ? undefined : await createTokenStore(trx).find(digestOf(refreshToken))
      if (!named) {
        if (ofCookie) await endSessions(trx, [ofCookie.sessionId])
        return true
      }
      if (await createSessionStore(trx).exists(named.sid, named.sub)) {
        await endSessions(trx, [named.sid])
        const actor = { id: named.sub, name: named.name }
        await recordChange(trx, { action: 'sign-in.ended', subject: named.sub, actor })
      }
      return ofCookie === undefined || ofCookie.sessionId === named.sid
    })
  }
}
