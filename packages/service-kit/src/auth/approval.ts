import { type ApprovalPurpose, approvalPurposes } from '@mms/contracts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { ACCESS_ISSUER, keyIdOf } from './caller.ts'
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
 * Reads an approval that identity signed: RS256 by a published key, issuer, audience, expiry. Returns undefined for any
 * other text. Whether it is about this very request is for the caller to compare. Throws 503 while keys cannot be had.
 *
 * @example const readApproval = approvalReader(remoteKeys(config.JWKS_URL))
 */
export function approvalReader(findKey: FindKey): ReadApproval {
  return async (approval) => {
    const kid = readKeyId(approval)
    const key = kid === undefined ? undefined : await findKey(kid)
    if (!key) return undefined
    try {
      const options = { algorithms: ['RS256' as const], issuer: ACCESS_ISSUER, audience: APPROVAL_AUDIENCE }
      const { sub, name, caller, purpose, subject } = claimsSchema.parse(jwt.verify(approval, key, options))
      return { by: { id: sub, name }, callerId: caller, purpose, subject }
    } catch {
      return undefined
    }
  }
}

function readKeyId(approval: string): string | undefined {
  try {
    return keyIdOf(approval)
  } catch {
    return undefined
  }
}
