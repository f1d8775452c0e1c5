import { passwordProblems } from '@mms/contracts'
import type { Caller, VerifyToken } from '../auth/caller.ts'
import { assertRecent } from '../auth/recent-proof.ts'
import { problem } from '../problems/problem.ts'
import type { Access } from './route.ts'

export interface Verifiers {
  access: VerifyToken
  service?: VerifyToken
}

interface Door {
  access: Access
  callers?: readonly string[]
  feedOf?: string
  /** Allowed to users who must still replace a password that someone else set. */
  withGivenPassword?: boolean
  /** Requires that the user proved their identity in the last ten minutes. */
  recentProof?: boolean
}

function isLetIn({ access, callers = [], feedOf }: Door, { id, role, follows }: Caller): boolean {
  if (access === 'service' && feedOf !== undefined && follows) return follows.includes(feedOf)
  if (access === 'service') return callers.some((name) => id === `service:${name}`)
  return access === 'signed-in' || role === access
}

function refusalOf({ access, feedOf }: Door, { id }: Caller): string {
  if (access === 'admin') return 'This is for administrators only'
  if (access !== 'service') return 'You are not allowed to do this'
  const name = id.replace('service:', '')
  return feedOf === undefined
    ? `${name} is not among the callers of this route`
    : `${name} does not follow ${feedOf}: in the list of services (deploy/services.json) its "follows" must name it`
}

/** Returns the caller. 401: no valid token. 403: wrong role or service, password to be replaced, no recent proof. */
export async function authorize(
  door: Door,
  authorization: string | undefined,
  verifiers: Verifiers,
): Promise<Caller | undefined> {
  const { access } = door
  if (access === 'public') return undefined
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
  const verify = access === 'service' ? verifiers.service : verifiers.access
  if (!token || !verify) {
    const headers = { 'WWW-Authenticate': 'Bearer' }
    throw problem.unauthorized('auth.missing_token', 'Please sign in', { headers })
  }
  const caller = await verify(token)
  if (caller.mustChangePassword && !door.withGivenPassword)
    throw problem.forbidden(passwordProblems.changeRequired, 'Please choose a password of your own first')
  if (!isLetIn(door, caller)) throw problem.forbidden('auth.forbidden', refusalOf(door, caller))
  if (door.recentProof) assertRecent(caller.proof, Date.now())
  return caller
}
