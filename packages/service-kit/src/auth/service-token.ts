import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { ProblemError, problem } from '../problems/problem.ts'
import { type Caller, cacheVerifiedTokens, invalidTokenProblem, type VerifyToken } from './caller.ts'

const SERVICE_AUDIENCE = 'mms-services'
const SERVICE_TOKEN_SECONDS = 60
const CLOCK_SECONDS = 60
const ISSUER = /^service:([a-z][a-z0-9-]*)$/

interface TrustedCaller {
  keys: readonly KeyObject[]
  follows?: readonly string[] | undefined
}

type TrustedCallers = Pick<ReadonlyMap<string, TrustedCaller>, 'get'>

/** Signs a token for a call to another service. It expires after 60 s. */
export function signServiceToken(service: string, key: KeyObject): string {
  return jwt.sign({}, key, {
    algorithm: 'ES256',
    issuer: `service:${service}`,
    audience: SERVICE_AUDIENCE,
    expiresIn: SERVICE_TOKEN_SECONDS,
  })
}

/** The service is unknown, usually because its `defineService` name differs from its folder or from the list. */
const unknown = (service: string) =>
  service === ''
    ? invalidTokenProblem()
    : problem.unauthorized('auth.invalid_token', `The list of services has no key of "${service}"`)

function verifyWith([key, ...others]: readonly KeyObject[], token: string): jwt.JwtPayload | string {
  try {
    return jwt.verify(token, key as KeyObject, { algorithms: ['ES256'], audience: SERVICE_AUDIENCE })
  } catch (error) {
    if (others.length === 0) throw error
    return verifyWith(others, token)
  }
}

/** Finds the key of the service that the token names. The key, not the token, decides the algorithm. */
function callerOf(token: string, callers: TrustedCallers) {
  const decoded = jwt.decode(token, { complete: true })
  const service = ISSUER.exec(String((decoded?.payload as jwt.JwtPayload | undefined)?.iss))?.[1] ?? ''
  const trusted = callers.get(service)
  if (!trusted) throw unknown(service)
  if (decoded?.header.crit !== undefined) throw invalidTokenProblem()
  const claims = verifyWith(trusted.keys, token)
  if (typeof claims === 'string') throw invalidTokenProblem()
  return { claims, trusted }
}

/** Rejects tokens that claim a longer life, so that a stolen token is useless after a minute. */
function livesAMinute({ iat, exp }: jwt.JwtPayload): boolean {
  if (iat === undefined || exp === undefined) return false
  return exp - iat <= SERVICE_TOKEN_SECONDS && iat <= Date.now() / 1000 + CLOCK_SECONDS
}

export function serviceTokenVerifier(callers: TrustedCallers): VerifyToken {
  return cacheVerifiedTokens(async (token) => {
    try {
      const { claims, trusted } = callerOf(token, callers)
      if (!livesAMinute(claims)) throw invalidTokenProblem()
      const name = claims.iss as string
      const { follows } = trusted
      const caller: Caller = { id: name, role: 'service', name, email: '', ...(follows && { follows }) }
      return { caller, exp: claims.exp as number }
    } catch (cause) {
      if (cause instanceof ProblemError) throw cause
      throw invalidTokenProblem(cause)
    }
  }, SERVICE_TOKEN_SECONDS)
}
