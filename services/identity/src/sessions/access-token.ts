import type { Role } from '@mms/contracts'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '@mms/service-kit'
import jwt from 'jsonwebtoken'
import type { KeySet } from '../keys/key-set.ts'

export interface TokenSubject {
  id: string
  role: Role
  name: string
  email: string
}

/**
 * Signs an access token. It carries no `nbf`, and verifiers allow no tolerance: a clock that is behind
 * accepts a token a little longer, one that is ahead makes the browser refresh a little earlier.
 */
export function signAccessToken(keys: KeySet, user: TokenSubject, seconds: number): string {
  const { id, role, name, email } = user
  return jwt.sign({ role, name, email }, keys.privateKey, {
    algorithm: 'RS256',
    keyid: keys.kid,
    issuer: ACCESS_ISSUER,
    audience: ACCESS_AUDIENCE,
    subject: id,
    expiresIn: seconds,
  })
}
