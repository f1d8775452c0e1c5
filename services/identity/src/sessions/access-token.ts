import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '@mms/service-kit'
import jwt from 'jsonwebtoken'
import { type KeySet, SIGNING_ALGORITHM } from '../keys/key-set.ts'
import type { StoredUser } from '../users/store.ts'

/**
 * Signs an access token. It names its session and the version of its user's tokens, by which verifiers see that it was
 * revoked. It carries no `nbf`, and verifiers allow no tolerance: a clock that is behind accepts a token a little longer,
 * one that is ahead makes the browser refresh a little earlier.
 */
export function signAccessToken(keys: KeySet, user: StoredUser, sessionId: string, seconds: number): string {
  const { id, role, name, email, tokenVersion, mustChangePassword } = user
  const claims = {
    ...{ role, name, email, sid: sessionId, ver: tokenVersion },
    ...(mustChangePassword && { mustChangePassword }),
  }
  return jwt.sign(claims, keys.privateKey, {
    algorithm: SIGNING_ALGORITHM,
    keyid: keys.kid,
    issuer: ACCESS_ISSUER,
    audience: ACCESS_AUDIENCE,
    subject: id,
    expiresIn: seconds,
  })
}
