import { AsyncLocalStorage } from 'node:async_hooks'
import { MAX_ACCESS_TOKEN_SECONDS, type Role, roleSchema } from '@mms/contracts'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isTooFarAhead } from '../clock/clock.ts'
import { problem } from '../problems/problem.ts'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from './issuer.ts'
import type { FindKey } from './keys.ts'
import type { Proof } from './recent-proof.ts'

export interface Actor {
  id: string
  name: string
  requestId?: string
  address?: string
}

const current = new AsyncLocalStorage<Actor>()

const CACHED_TOKENS = 10_000
const ALGORITHM = 'PS256'

/** A user (`id`: user id) or another service (`id`: `service:<name>`). */
export interface Caller {
  id: string
  role: Role | 'service'
  name: string
  email: string
  sessionId?: string
  tokenVersion?: number
  proof?: Proof
  /** True after someone else set the password. The user may then do nothing but choose a new one. */
  mustChangePassword?: boolean
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
  /** Time (ms) of the user's last revocation before the token was issued, or later. */
  ver: z.number(),
  mustChangePassword: z.boolean().optional(),
  auth_time: z.number().optional().catch(undefined),
  byProvider: z.boolean().optional(),
})

export const invalidTokenProblem = (cause?: unknown) =>
  problem.unauthorized('auth.invalid_token', 'Please sign in again', {
    cause,
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })

/** Also false if `exp` is too far ahead: a fast clock issued the token, and it would outlive its revocation. */
const isGoodUntil = (exp: number, lifeSeconds: number) => {
  const now = Date.now()
  return exp * 1000 > now && !isTooFarAhead(exp * 1000, now, lifeSeconds * 1000)
}

function keyIdOf(token: string): string | undefined {
  try {
    const { alg, kid, crit } = jwt.decode(token, { complete: true })?.header ?? {}
    // RFC 7515, 4.1.11: a token with unknown `crit` extensions is invalid. The library ignores them.
    if (crit !== undefined) return undefined
    return alg === ALGORITHM && typeof kid === 'string' ? kid : undefined
  } catch {
    // Undefined because the token is not JSON.
    return undefined
  }
}

/** Claims of a token that identity signed. Undefined if invalid; throws 503 while the keys are unavailable. */
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
  exp: number
  /** False once the signing key was withdrawn. */
  isKeyValid?: () => Promise<boolean>
}

/** Caches verified tokens for at most `lifeSeconds`, because verifying costs more than the rest of a request. */
export function cacheVerifiedTokens(
  verify: (token: string) => Promise<Verified>,
  lifeSeconds: number,
): VerifyToken {
  const passed = new LRUCache<string, Verified>({ max: CACHED_TOKENS })
  return async (token) => {
    const present = passed.get(token)
    const isGood = present && isGoodUntil(present.exp, lifeSeconds)
    if (isGood && (await present.isKeyValid?.()) !== false) return present.caller
    passed.delete(token)
    const verified = await verify(token)
    passed.set(token, verified)
    return verified.caller
  }
}

/** Verifies an access token, but not its revocation (see `remoteAccessVerifier`). Throws 401 `auth.invalid_token`. */
export function accessTokenVerifier(findKey: FindKey): VerifyToken {
  return cacheVerifiedTokens(async (token) => {
    let isKeyValid = async () => false
    const findSigningKey: FindKey = async (kid) => {
      const key = await findKey(kid)
      isKeyValid = async () => (await findKey(kid)) === key
      return key
    }
    const signed = await signedClaims(token, findSigningKey, { audience: ACCESS_AUDIENCE })
    const claims = accessClaims.safeParse(signed).data
    if (!claims) throw invalidTokenProblem()
    const { sub, exp, role, name, email, sid, mustChangePassword, auth_time: authTime = 0 } = claims
    const proof = { provenAt: authTime * 1_000, byProvider: claims.byProvider ?? false }
    const caller: Caller = { id: sub, role, name, email, tokenVersion: claims.ver, proof }
    if (sid) caller.sessionId = sid
    if (mustChangePassword) caller.mustChangePassword = true
    return { caller, exp, isKeyValid }
  }, MAX_ACCESS_TOKEN_SECONDS)
}

/** Runs `run` on behalf of a user. Audit entries written by `run` name that user. */
export const runAs = <R>(actor: Actor, run: () => R): R => current.run(actor, run)

/** User of the current request. Undefined in GET requests without `writes`, in requests of services and in jobs. */
export const currentActor = (): Actor | undefined => current.getStore()
