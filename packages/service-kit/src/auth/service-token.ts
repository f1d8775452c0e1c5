import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { type Caller, cached, refuse, type VerifyToken } from './caller.ts'

const SERVICE_AUDIENCE = 'mms-services'
const SERVICE_TOKEN_SECONDS = 60
/** How far the clocks of two machines may be apart. */
const CLOCK_SECONDS = 60
const ISSUER = /^service:([a-z][a-z0-9-]*)$/

/** What a service signs its calls with: its private key, or the secret that all services of an older setup share. */
export type ServiceKey = KeyObject | string

/** A service whose calls are let in: its public key, and whose feeds it may read where the list says it. */
export interface TrustedCaller {
  key: KeyObject
  follows?: readonly string[] | undefined
}

/** Whose calls are let in: services by their name, and the secret of an older setup. */
export interface TrustedKeys {
  callers?: ReadonlyMap<string, TrustedCaller>
  shared?: string | undefined
}

/** Signs a call from one service to another: a token of 60 s, never seen by browsers. */
export function signServiceToken(service: string, key: ServiceKey): string {
  return jwt.sign({}, key, {
    algorithm: typeof key === 'string' ? 'HS256' : 'ES256',
    issuer: `service:${service}`,
    audience: SERVICE_AUDIENCE,
    expiresIn: SERVICE_TOKEN_SECONDS,
  })
}

type Claims = jwt.JwtPayload

/** Signed by the very service that it names; the algorithm is that of the key, never the token's choice. */
function claimsOf(
  token: string,
  { callers, shared }: { callers: TrustedKeys['callers']; shared?: KeyObject },
): Claims {
  const decoded = jwt.decode(token, { complete: true })
  const service = ISSUER.exec(String((decoded?.payload as Claims | undefined)?.iss))?.[1] ?? ''
  const own = decoded?.header.alg === 'ES256' ? callers?.get(service)?.key : undefined
  const key = own ?? shared
  if (!key) throw refuse()
  const claims = jwt.verify(token, key, { algorithms: [own ? 'ES256' : 'HS256'], audience: SERVICE_AUDIENCE })
  if (typeof claims === 'string' || !ISSUER.test(claims.iss ?? '')) throw refuse()
  return claims
}

/** A stolen token is worth a minute, whatever its owner wrote into it. */
function livesAMinute({ iat, exp }: Claims): boolean {
  if (iat === undefined || exp === undefined) return false
  return exp - iat <= SERVICE_TOKEN_SECONDS && iat <= Date.now() / 1000 + CLOCK_SECONDS
}

/**
 * Checks what `signServiceToken` made: signed by a key of that very service, for services, living a minute at most.
 * Throws 401 `auth.invalid_token`.
 */
export function serviceTokenVerifier({ callers, shared }: TrustedKeys): VerifyToken {
  const secret = shared === undefined ? {} : { shared: createSecretKey(shared, 'utf8') }
  return cached(async (token) => {
    try {
      const claims = claimsOf(token, { callers, ...secret })
      if (!livesAMinute(claims)) throw refuse()
      const name = claims.iss as string
      const follows = callers?.get(ISSUER.exec(name)?.[1] ?? '')?.follows
      const caller: Caller = { id: name, role: 'service', name, email: '', ...(follows && { follows }) }
      return { caller, exp: claims.exp as number }
    } catch (cause) {
      throw refuse(cause)
    }
  })
}
