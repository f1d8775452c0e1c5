import { hash } from 'node:crypto'
import { MAX_ACCESS_TOKEN_SECONDS, type Role, roleSchema } from '@mms/contracts'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isTooFarAhead } from '../clock-skew.ts'
import { problem } from '../errors.ts'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from './issuer.ts'
import type { FindKey } from './keys.ts'
import type { Proof } from './recent-proof.ts'

const CACHED_TOKENS = 10_000
/** Of identity's RSA keys. */
const ALGORITHM = 'PS256'

/** Who makes a request: a person (`id` of the user) or another service (`id` is `service:<name>`). */
export interface Caller {
  id: string
  role: Role | 'service'
  name: string
  email: string
  /** The session that the token was issued in; absent in tokens of services. */
  sessionId?: string
  /** Rises whenever all tokens of the user end; tokens of lower versions have ended. Absent in tokens of services. */
  tokenVersion?: number
  /** Of a person: when they last proved who they are. */
  proof?: Proof
  /** Another user set their password: before they choose one of their own, nothing else is open to them. */
  mustChangePassword?: boolean
  /** Of a service: those whose feed and snapshots it may read. Absent where no list of services says it. */
  follows?: readonly string[]
}

export type VerifyToken = (token: string) => Promise<Caller>

const accessClaims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  role: roleSchema,
  name: z.string(),
  email: z.string(),
  sid: z.string().optional(),
  /** The moment, in ms, of the last time that the user's tokens ended, or more. */
  ver: z.number(),
  mustChangePassword: z.boolean().optional(),
  auth_time: z.number().optional().catch(undefined),
  byProvider: z.boolean().optional(),
})

/** The refusal of a token that is not valid. */
export const refuse = (cause?: unknown) =>
  problem.unauthorized('auth.invalid_token', 'Please sign in again', {
    cause,
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })

/**
 * Whether a token that ends at `exp` (seconds since 1970) is good now. One that ends later than any can was issued by a clock that
 * ran ahead: it would outlive its revocation. The browser gets another by its cookie.
 */
const isGoodUntil = (exp: number, lifeSeconds: number) => {
  const now = Date.now()
  return exp * 1000 > now && !isTooFarAhead(exp * 1000, now, lifeSeconds * 1000)
}

/** The `kid` of a token that is signed by an RSA key; undefined for any other text. */
function keyIdOf(token: string): string | undefined {
  try {
    const { alg, kid, crit } = jwt.decode(token, { complete: true })?.header ?? {}
    // RFC 7515, 4.1.11: what a token calls critical has to be understood, and the library reads none of it.
    if (crit !== undefined) return undefined
    return alg === ALGORITHM && typeof kid === 'string' ? kid : undefined
  } catch {
    // Thrown for claims that are no JSON.
    return undefined
  }
}

/**
 * The claims of a token that identity signed: PS256 by a published key, issuer, audience, expiry. Returns undefined for any
 * other text. Throws 503 while keys cannot be had.
 */
export async function signedClaims(
  token: string | undefined,
  findKey: FindKey,
  options: Pick<jwt.VerifyOptions, 'audience' | 'ignoreExpiration'> & { audience: string },
): Promise<unknown> {
  const kid = token === undefined ? undefined : keyIdOf(token)
  const key = kid === undefined ? undefined : await findKey(kid)
  if (token === undefined || !key) return undefined
  try {
    const claims = jwt.verify(token, key, { ...options, algorithms: [ALGORITHM], issuer: ACCESS_ISSUER })
    const isGood = options.ignoreExpiration || isGoodUntil(Object(claims).exp, MAX_ACCESS_TOKEN_SECONDS)
    return isGood ? claims : undefined
  } catch {
    return undefined
  }
}

interface Verified {
  caller: Caller
  /** Seconds since 1970. */
  exp: number
}

/**
 * Caches a token that passed by its digest until it expires, since checking a signature costs more
 * than the rest of a small request. None lives longer than `lifeSeconds`.
 */
export function cached(verify: (token: string) => Promise<Verified>, lifeSeconds: number): VerifyToken {
  const passed = new LRUCache<string, Verified>({ max: CACHED_TOKENS })
  return async (token) => {
    const digest = hash('sha256', token, 'base64')
    const present = passed.get(digest)
    if (present && isGoodUntil(present.exp, lifeSeconds)) return present.caller
    passed.delete(digest)
    const verified = await verify(token)
    passed.set(digest, verified)
    return verified.caller
  }
}

/**
 * Checks what can be seen of an access token: PS256 by a published key, issuer, audience, expiry, subject and role.
 * Whether it has been ended meanwhile is asked by `remoteAccessVerifier`. Throws 401 `auth.invalid_token`.
 */
export function accessTokenVerifier(findKey: FindKey): VerifyToken {
  return cached(async (token) => {
    const signed = await signedClaims(token, findKey, { audience: ACCESS_AUDIENCE })
    const claims = accessClaims.safeParse(signed).data
    if (!claims) throw refuse()
    const { sub, exp, role, name, email, sid, mustChangePassword, auth_time: authTime = 0 } = claims
    const proof = { provenAt: authTime * 1_000, byProvider: claims.byProvider ?? false }
    const caller: Caller = { id: sub, role, name, email, tokenVersion: claims.ver, proof }
    if (sid) caller.sessionId = sid
    if (mustChangePassword) caller.mustChangePassword = true
    return { caller, exp }
  }, MAX_ACCESS_TOKEN_SECONDS)
}
