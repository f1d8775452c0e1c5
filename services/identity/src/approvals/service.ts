import type { Approve, SignedApproval } from '@mms/contracts'
import { APPROVAL_AUDIENCE, inTransaction, problem, recordChange } from '@mms/service-kit'
import { v7 } from 'uuid'
import type { IdentityContext } from '../context.ts'
import { signToken } from '../keys/key-set.ts'
import type { Attempt } from '../throttle/service.ts'

/** Long enough for a slow connection, short enough to make a stolen approval useless. */
const APPROVAL_SECONDS = 300

export interface ApprovalRequest extends Approve, Omit<Attempt, 'purpose'> {
  callerId: string
  origin: string | undefined
}

const wrongPassword = () =>
  // A 401 would end the requester's session.
  problem.badRequest('auth.invalid_credentials', 'Invalid email or password', {
    errors: { password: 'does not belong to this email' },
  })

const notAdmin = () =>
  problem.forbidden('auth.not_an_administrator', 'Only an administrator can approve this')

const notReady = (what: string) =>
  problem.forbidden('auth.approver_not_ready', `${what}, then they can approve`)

/** Signs an approval for the caller once an administrator has proved password and second step. */
export const createApprove =
  ({ db, keys, log, provePassword, secondStep: gate, now }: IdentityContext) =>
  async (request: ApprovalRequest): Promise<SignedApproval> => {
    const { password, purpose, subject, callerId, secondStep, origin, ...attempt } = request
    const user = await provePassword({ ...attempt, purpose: 'approval' }, password)
    if (!user) throw wrongPassword()
    if (user.role !== 'admin') throw notAdmin()
    if (user.mustChangePassword)
      throw notReady('This administrator must first choose a password of their own')
    if (await gate.isMissing(user)) throw notReady('This administrator must first set up a second step')
    await gate.confirm(user, secondStep, { origin })
    const iat = Math.floor(now() / 1_000)
    const claims = { name: user.name, caller: callerId, purpose, subject, iat, exp: iat + APPROVAL_SECONDS }
    const approval = signToken(keys, claims, { audience: APPROVAL_AUDIENCE, subject: user.id, jwtid: v7() })
    const entry = { action: 'approval.given', subject: callerId, after: { purpose, subject } }
    await inTransaction(db, (trx) => recordChange(trx, { ...entry, actor: { id: user.id, name: user.name } }))
    log.info({ userId: user.id, callerId, purpose, subject }, 'approved by an administrator')
    return { approval, by: { _id: user.id, name: user.name } }
  }
