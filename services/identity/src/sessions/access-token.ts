import { ACCESS_AUDIENCE, ACCESS_ISSUER, type Proof } from '@mms/service-kit'
import jwt from 'jsonwebtoken'
import { type KeySet, SIGNING_ALGORITHM } from '../keys/key-set.ts'
import type { StoredUser } from '../users/store.ts'

/**
 * Signs an access token with its session, token version (for revocation) and last proof (`auth_time`, 0 after a PIN).
 * It has no `nbf`, and verifiers allow no tolerance: a slow clock accepts it a little longer, a fast one makes the
 * browser refresh earlier.
 */
export function signAccessToken(
  keys: KeySet,
  user: StoredUser,
  { sessionId, proof, seconds }: { sessionId: string; proof: Proof | undefined; seconds: number },
): string {
  const { id, role, name, email, tokenVersion, mustChangePassword } = user
  const claims = {
    ...{ role, name, email, sid: sessionId, ver: tokenVersion },
    auth_time: Math.floor((proof?.provenAt ?? 0) / 1_000),
    ...(proof?.byProvider && { byProvider: true }),
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
