import { ACCESS_AUDIENCE, ACCESS_ISSUER, inTransaction, staticKeys } from '@mms/service-kit'
import jwt from 'jsonwebtoken'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { KeySet } from '../keys/key-set.ts'
import { endSessions } from './endings.ts'
import { digestOf } from './refresh-token.ts'
import { createSessionStore } from './store.ts'
import { createTokenStore } from './token-store.ts'

const claimsSchema = z.object({ sub: z.string(), sid: z.string() })

export interface LogoutRequest {
  /** Of the cookie, which may be somebody else's when a logout comes late. */
  refreshToken: string | undefined
  /** Names the session that is to end. Without it, it is the cookie's. */
  accessToken: string | undefined
}

/** Ends sessions for whoever leaves. Returns whether the cookie is of no use any more. */
export function createLogout({ db, keys }: { db: Knex; keys: KeySet }) {
  const findKey = staticKeys(keys.jwks)

  /** An expired token still tells its session: a logout may have waited for the server all night. */
  async function readNamed(token: string | undefined) {
    try {
      const key = await findKey(jwt.decode(token ?? '', { complete: true })?.header.kid ?? '')
      if (!key || token === undefined) return undefined
      const options = { algorithms: ['RS256' as const], issuer: ACCESS_ISSUER, audience: ACCESS_AUDIENCE }
      return claimsSchema.safeParse(jwt.verify(token, key, { ...options, ignoreExpiration: true })).data
    } catch {
      return undefined
    }
  }

  return async ({ refreshToken, accessToken }: LogoutRequest): Promise<boolean> => {
    const named = await readNamed(accessToken)
    return inTransaction(db, async (trx) => {
      const ofCookie =
        refreshToken === undefined ? undefined : await createTokenStore(trx).find(digestOf(refreshToken))
      if (!named) {
        if (ofCookie) await endSessions(trx, [ofCookie.sessionId])
        return true
      }
      if (await createSessionStore(trx).exists(named.sid, named.sub)) await endSessions(trx, [named.sid])
      return ofCookie === undefined || ofCookie.sessionId === named.sid
    })
  }
}
