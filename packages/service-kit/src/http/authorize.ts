import type { Caller, VerifyToken } from '../auth/caller.ts'
import { type ProblemError, problem } from '../errors.ts'
import type { Access } from './route.ts'

export interface Verifiers {
  /** For people's tokens. */
  access: VerifyToken
  /** For the tokens of other services; needed by routes with access `service`. */
  service?: VerifyToken
}

function missingToken(): ProblemError {
  return problem.unauthorized('auth.missing_token', 'Please sign in', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

/** The caller of a request, when the route lets them in: 401 without a good token, 403 for another role. */
export async function authorize(
  access: Access,
  authorization: string | undefined,
  verifiers: Verifiers,
): Promise<Caller | undefined> {
  if (access === 'public') return undefined
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw missingToken()
  const verify = access === 'service' ? verifiers.service : verifiers.access
  if (!verify) throw missingToken()
  const caller = await verify(token)
  if (access !== 'signed-in' && caller.role !== access) {
    throw problem.forbidden('auth.forbidden', 'You are not allowed to do this')
  }
  return caller
}
