import type { ProblemError } from '../problems/problem.ts'
import { problem } from '../problems/problem.ts'
import { accessTokenVerifier, type VerifyToken } from './caller.ts'
import { remoteKeys } from './keys.ts'
import { type RevocationReader, type RevocationReaderOptions, readRevocations } from './revocation-reader.ts'

export interface RemoteAccessOptions extends Omit<RevocationReaderOptions, 'url'> {
  /** Address of identity's keys. The revocations are at `endings` beside it. */
  jwksUrl: string
}

/** 401 for a revoked token. The browser then renews its token or signs out. */
export function sessionEndedProblem(): ProblemError {
  return problem.unauthorized('auth.session_ended', 'Please sign in again', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}

function refusingRevoked(verify: VerifyToken, { isRevoked }: RevocationReader): VerifyToken {
  return async (token) => {
    const caller = await verify(token)
    const ended = isRevoked(caller)
    if (ended === true || (ended !== false && (await ended))) throw sessionEndedProblem()
    return caller
  }
}

/** Verifies users' tokens. 401 `auth.invalid_token` or `auth.session_ended`; 503 until identity has answered once. */
export function remoteAccessVerifier({ jwksUrl, ...options }: RemoteAccessOptions): VerifyToken {
  const revocations = readRevocations({ url: new URL('endings', jwksUrl).href, ...options })
  return refusingRevoked(accessTokenVerifier(remoteKeys(jwksUrl)), revocations)
}
