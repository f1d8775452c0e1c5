import { type ApprovalPurpose, approvalPurposes } from '@mms/contracts'
import { z } from 'zod'
import { signedClaims } from './caller.ts'
import type { FindKey } from './keys.ts'

/** An approval is no access token, nor the other way round: each is for its own audience. */
export const APPROVAL_AUDIENCE = 'mms-approvals'

/** What an administrator approved: for which user, and which one thing. */
export interface Approval {
  by: { id: string; name: string }
  /** The user who asked for it. */
  callerId: string
  purpose: ApprovalPurpose
  subject: string
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  name: z.string(),
  caller: z.string().min(1),
  purpose: z.enum(approvalPurposes),
  subject: z.string(),
})

export type ReadApproval = (approval: string) => Promise<Approval | undefined>

/**
 * Reads an approval that identity signed: PS256 by a published key, issuer, audience, expiry. Returns undefined for any
 * other text. Whether it is about this very request is for the caller to compare. Throws 503 while keys cannot be had.
 *
 * @example const readApproval = approvalReader(remoteKeys(config.JWKS_URL))
 */
export function approvalReader(findKey: FindKey): ReadApproval {
  return async (approval) => {
    const signed = await signedClaims(approval, findKey, { audience: APPROVAL_AUDIENCE })
    const claims = claimsSchema.safeParse(signed).data
    if (!claims) return undefined
    const { sub, name, caller, purpose, subject } = claims
    return { by: { id: sub, name }, callerId: caller, purpose, subject }
  }
}
