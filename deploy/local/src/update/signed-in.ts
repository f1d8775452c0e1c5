import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '@mms/service-kit/issuer'
import jwt from 'jsonwebtoken'

/** A one-minute token without a user, with which the suite tests signed-in answers. */
export function signToken(key: string): string {
  const { n, e } = createPublicKey(key).export({ format: 'jwk' })
  const members = JSON.stringify({ e, kty: 'RSA', n })
  const claims = { role: 'admin', name: 'Update', email: 'update@localhost', ver: Date.now() }
  return jwt.sign(claims, key, {
    algorithm: 'PS256',
    // RFC 7638, as in identity's key ids.
    keyid: createHash('sha256').update(members).digest('base64url'),
    issuer: ACCESS_ISSUER,
    audience: ACCESS_AUDIENCE,
    subject: randomUUID(),
    expiresIn: 60,
  })
}
