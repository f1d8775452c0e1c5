import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Role } from '@mms/contracts'
import jwt from 'jsonwebtoken'
import { APPROVAL_AUDIENCE, type Approval } from '../auth/approval.ts'
import { accessTokenVerifier } from '../auth/caller.ts'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '../auth/issuer.ts'
import { staticKeys } from '../auth/keys.ts'
import { serviceTokenVerifier, signServiceToken } from '../auth/service-token.ts'

/** Claims of a token, and ways to invalidate it: issuer, audience, key id, key, negative `expiresIn`. */
export interface TestTokenOptions {
  role?: Role
  sub?: string
  name?: string
  email?: string
  /** Seconds from now. */
  expiresIn?: number
  issuer?: string
  audience?: string
  kid?: string
  key?: KeyObject
  sessionId?: string
  version?: number
  /** Last proof of identity in seconds since 1970; now by default. */
  authTime?: number
  byProvider?: boolean
}

export function identityKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    SEALING_KEY: randomBytes(32).toString('base64'),
  }
}

const KID = 'test-key'
const LIST = resolve(import.meta.dirname, '../../../../deploy/services.json')

type Follows = Record<string, readonly string[]>

function listed(): Follows {
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, { follows?: string[] }>
  return Object.fromEntries(Object.entries(list).map(([name, { follows = [] }]) => [name, follows]))
}

function writeKeys(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  follows: Follows,
) {
  const folder = mkdtempSync(join(tmpdir(), 'mms-test-keys-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    SERVICE_KEY_FILE: join(folder, 'service.pem'),
    SERVICE_CALLERS_FILE: join(folder, 'callers.json'),
  }
  const key = publicKey.export({ type: 'spki', format: 'pem' })
  writeFileSync(settings.SERVICE_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(
    settings.SERVICE_CALLERS_FILE,
    JSON.stringify(
      Object.fromEntries(Object.entries(follows).map(([name, names]) => [name, { key, follows: names }])),
    ),
  )
  return settings
}

/** Stand-in for identity: keys, and tokens signed with them. */
export function testTokens() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'PS256' }] }
  let files: ReturnType<typeof writeKeys> | undefined
  const services = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sign = (claims: object, options: TestTokenOptions, audience: string, expiresIn: number): string =>
    jwt.sign(claims, options.key ?? privateKey, {
      algorithm: 'PS256',
      keyid: options.kid ?? KID,
      issuer: options.issuer ?? ACCESS_ISSUER,
      audience: options.audience ?? audience,
      subject: options.sub ?? randomUUID(),
      expiresIn: options.expiresIn ?? expiresIn,
    })
  return {
    jwks,
    verifiers: {
      access: accessTokenVerifier(staticKeys(jwks)),
      service: serviceTokenVerifier({ get: () => ({ keys: [services.publicKey] }) }),
    },
    token(options: TestTokenOptions = {}): string {
      const { role = 'admin', name = 'Asha Rao', email = 'asha@example.com', byProvider } = options
      const issued = Math.floor(Date.now() / 1_000)
      const { sessionId: sid, version: ver = issued * 1_000 + 999, authTime: auth_time = issued } = options
      const claims = { role, name, email, auth_time, byProvider, ver, ...(sid !== undefined && { sid }) }
      return sign(claims, options, ACCESS_AUDIENCE, 900)
    },
    /** A signed approval; a negative `expiresIn` makes it expired. */
    approval(approved: Omit<Approval, 'by'>, options: TestTokenOptions = {}): string {
      const { callerId: caller, purpose, subject } = approved
      const claims = { name: options.name ?? 'Meera Nair', caller, purpose, subject }
      return sign(claims, options, APPROVAL_AUDIENCE, 300)
    },
    serviceKey: services.privateKey,
    /** Key settings of a process. deploy/services.json decides who follows whom; `follows` adds test services. */
    serviceSettings(follows?: Follows) {
      if (follows) return writeKeys(services, { ...listed(), ...follows })
      files ??= writeKeys(services, listed())
      return files
    },
    serviceToken: (service = 'sales'): string => signServiceToken(service, services.privateKey),
  }
}
export type TestTokens = ReturnType<typeof testTokens>
