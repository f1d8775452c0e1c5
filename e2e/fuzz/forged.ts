import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface SigningKey {
  privateKey: KeyObject
  publicPem: string
}

type Claims = Record<string, unknown>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims

function signed(header: Claims, claims: Claims, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

/**
 * Invalid `Authorization` values: wrong signer, unsigned, wrong audience, expired, or another kind of token.
 */
export function forgedTokens(admin: string, staff: string, { privateKey, publicPem }: SigningKey): string[] {
  const [headerText = '', claimsText = '', signature = ''] = admin.split('.')
  const [header, claims] = [decode(headerText), decode(claimsText)]
  const [staffHeader, staffClaims, staffSignature] = staff.split('.')
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Math.floor(Date.now() / 1000)
  const body = `${headerText}.${claimsText}`
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const hmacText = `${encode({ ...header, alg: 'HS256' })}.${claimsText}`
  const hmac = createHmac('sha256', publicPem).update(hmacText).digest('base64url')
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name))
  const bySelf = (changed: Claims) => signed(header, changed, privateKey)
  const byOther = (changed: Claims) => signed({ ...header, ...changed }, claims, other.privateKey)
  const bad = [
    `${body}.${flipped}`,
    `${body}.`,
    body,
    `${body}.${signature}.${signature}`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${claimsText}.`,
    `${encode({ ...header, alg: 'nOnE' })}.${claimsText}.${signature}`,
    `${hmacText}.${hmac}`,
    `${staffHeader}.${encode({ ...decode(staffClaims ?? ''), role: 'admin' })}.${staffSignature}`,
    byOther({}),
    byOther({ kid: 'unknown' }),
    byOther({ kid: '../../../../dev/null' }),
    byOther({ kid: "' or 1=1 --" }),
    byOther({ jwk: other.publicKey.export({ format: 'jwk' }) }),
    byOther({ jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/cert' }),
    signed({ ...header, crit: ['exp'], exp: 1 }, claims, other.privateKey),
    bySelf({ ...claims, exp: now - 3_600, iat: now - 7_200 }),
    bySelf({ ...claims, iss: 'https://evil.test' }),
    bySelf(without('iss')),
    bySelf({ ...claims, aud: 'another' }),
    bySelf(without('aud')),
    bySelf({ ...claims, nbf: now + 3_600 }),
    bySelf({ ...claims, role: 'owner' }),
    bySelf({ ...claims, role: ['admin'] }),
    bySelf(without('role')),
    bySelf(without('sub')),
    bySelf(without('exp')),
    'x',
    'x'.repeat(8_000),
    'a.b.c',
  ]
  return [
    ...bad.map((token) => `Bearer ${token}`),
    `Basic ${Buffer.from('admin:admin').toString('base64')}`,
    'Bearer',
    'Bearer  ',
    `Token ${admin}`,
    `Bearer "${admin}"`,
    `Bearer ${admin},${admin}`,
  ]
}
