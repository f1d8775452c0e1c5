import { passwordProblems } from '@mms/contracts'
import type { Caller, VerifyToken } from '../auth/caller.ts'
import { assertRecent } from '../auth/recent-proof.ts'
import { type ProblemError, problem } from '../errors.ts'
import type { Access } from './access.ts'

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

function passwordToChange(): ProblemError {
  return problem.forbidden(passwordProblems.changeRequired, 'Please choose a password of your own first')
}

/** What a route says of who may call it. */
interface Door {
  access: Access
  /** With access `service`: the names of those let in; none by default. */
  callers?: readonly string[]
  /** With access `service`: the service whose feed or snapshot is asked for. */
  feedOf?: string
  /** Open also to those who have not chosen a password of their own yet. */
  withGivenPassword?: boolean
  /** Needs a proof of who it is within the last ten minutes. */
  recentProof?: boolean
}

function isLetIn({ access, callers = [], feedOf }: Door, { id, role, follows }: Caller): boolean {
  if (access === 'service' && feedOf !== undefined && follows) return follows.includes(feedOf)
  if (access === 'service') return callers.some((name) => id === `service:${name}`)
  return access === 'signed-in' || role === access
}

/** What is missing, for the person; for a service, where it would have to be named. */
function refusalOf({ access, feedOf }: Door, { id }: Caller): string {
  if (access === 'admin') return 'This is for administrators only'
  if (access !== 'service') return 'You are not allowed to do this'
  const name = id.replace('service:', '')
  return feedOf === undefined
    ? `${name} is not among the callers of this route`
    : `${name} does not follow ${feedOf}: in the list of services (deploy/services.json) its "follows" must name it`
}

/**
 * The caller of a request, when the route lets them in: 401 without a good token, 403 for another role or for a
 * service that the route does not name, while another user's choice is the caller's password, and without a recent proof where one is needed.
 */
export async function authorize(
  door: Door,
  authorization: string | undefined,
  verifiers: Verifiers,
): Promise<Caller | undefined> {
  const { access } = door
  if (access === 'public') return undefined
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw missingToken()
  const verify = access === 'service' ? verifiers.service : verifiers.access
  if (!verify) throw missingToken()
  const caller = await verify(token)
  if (caller.mustChangePassword && !door.withGivenPassword) throw passwordToChange()
  if (!isLetIn(door, caller)) throw problem.forbidden('auth.forbidden', refusalOf(door, caller))
  if (door.recentProof) assertRecent(caller.proof, Date.now())
  return caller
}
