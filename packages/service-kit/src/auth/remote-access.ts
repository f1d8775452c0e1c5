import type { ProblemError } from '../errors.ts'
import { problem } from '../errors.ts'
import { accessTokenVerifier, type VerifyToken } from './caller.ts'
import { type EndingsReader, type EndingsReaderOptions, readEndings } from './endings-reader.ts'
import { remoteKeys } from './keys.ts'

export interface RemoteAccessOptions extends Omit<EndingsReaderOptions, 'url'> {
  /** Where identity publishes its keys. What has ended is read beside it, at `endings`. */
  jwksUrl: string
}

/** 401 for a token that was good and is no longer: the browser asks for a new one, and gets it or is signed out. */
export function sessionEnded(): ProblemError {
  return problem.unauthorized('auth.session_ended', 'Please sign in again', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}

/** Asks at every request, after the cache of verified tokens: an ended token must not live on in there. */
function refusingEnded(verify: VerifyToken, { hasEnded }: EndingsReader): VerifyToken {
  return async (token) => {
    const caller = await verify(token)
    const ended = hasEnded(caller)
    if (ended === true || (ended !== false && (await ended))) throw sessionEnded()
    return caller
  }
}

/**
 * Checks people's tokens by what identity publishes: its keys, and which sessions and users have ended since a token
 * was issued. Every process has one, made when it starts. Throws 401 `auth.invalid_token` or `auth.session_ended`,
 * and 503 `auth.keys_unavailable` or `auth.endings_unavailable` while identity was never reached.
 *
 * @example verifiers: { access: remoteAccessVerifier({ jwksUrl: config.JWKS_URL, log, registry: metrics.registry }) }
 */
export function remoteAccessVerifier({ jwksUrl, ...options }: RemoteAccessOptions): VerifyToken {
  const endings = readEndings({ url: new URL('endings', jwksUrl).href, ...options })
  return refusingEnded(accessTokenVerifier(remoteKeys(jwksUrl)), endings)
}
