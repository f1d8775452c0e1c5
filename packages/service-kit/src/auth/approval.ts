import { type ApprovalPurpose, approvalPurposes } from '@mms/contracts'
import { z } from 'zod'
import { signedClaims } from './caller.ts'
import type { FindKey } from './keys.ts'

/** A separate audience keeps approvals and access tokens from being accepted in place of each other. */
export const APPROVAL_AUDIENCE = 'mms-approvals'

export interface Approval {
  by: { id: string; name: string }
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

/** Reads an approval from identity. Undefined if invalid; throws 503 without keys. Compare it with the request. */
export function approvalReader(findKey: FindKey): ReadApproval {
  return async (approval) => {
    const signed = await signedClaims(approval, findKey, { audience: APPROVAL_AUDIENCE })
    const claims = claimsSchema.safeParse(signed).data
    if (!claims) return undefined
    const { sub, name, caller, purpose, subject } = claims
    return { by: { id: sub, name }, callerId: caller, purpose, subject }
  }
}
