import { constants, createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '@mms/service-kit/issuer'

const LIFE_S = 60

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of a minute that belongs to no user, with which the suite asks itself what a person would be answered. */
export function signToken(dataFolder: string, now = Date.now()): string {
  const key = createPrivateKey(readFileSync(join(dataFolder, 'identity-signing-key.pem')))
  const { n, e } = createPublicKey(key).export({ format: 'jwk' })
  // RFC 7638, as identity names its keys.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  const iat = Math.floor(now / 1000)
  const claims = {
    ...{ sub: randomUUID(), role: 'admin', name: 'Update', email: 'update@localhost', ver: now },
    ...{ iss: ACCESS_ISSUER, aud: ACCESS_AUDIENCE, iat, exp: iat + LIFE_S },
  }
  const signed = `${encode({ alg: 'PS256', typ: 'JWT', kid })}.${encode(claims)}`
  const pss = {
    ...{ key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  }
  return `${signed}.${sign('sha256', Buffer.from(signed), pss).toString('base64url')}`
}
