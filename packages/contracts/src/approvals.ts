import { z } from 'zod'
import { loginRequestSchema } from './identity.ts'
import { takeSecondStepSchema } from './second-step.ts'

/** What an administrator can approve for another user. */
export const approvalPurposes = ['sales.return'] as const
export type ApprovalPurpose = (typeof approvalPurposes)[number]

/**
 * Body of `POST /api/auth/approvals`: an administrator's email and password, typed at another user's screen. `subject`
 * names the one thing that is approved; who takes the approval computes it again.
 */
export const approveSchema = loginRequestSchema.extend({
  purpose: z.enum(approvalPurposes),
  subject: z.string().min(1).max(300),
  /** Of an administrator who has one: what the 403 of the password alone asked for. */
  secondStep: takeSecondStepSchema.optional(),
})
export type Approve = z.input<typeof approveSchema>

/** Its answer: a signed text that lives for minutes and is good for that one thing, asked for by that one user. */
export const approvedSchema = z.object({
  approval: z.string(),
  by: z.object({ _id: z.string(), name: z.string() }),
})
export type Approved = z.infer<typeof approvedSchema>

/** Longest approval that is taken, in characters. */
export const MAX_APPROVAL = 4_000

/**
 * What an approval of a return is about: the transaction of one Idempotency-Key, which is recorded once, and what comes
 * back in it. Prices in rupees.
 *
 * @example returnSubject('0193…', { medicineId: '0193…', quantity: 40, unitPrice: 2.5 }) // '0193… 0193… 40 2.5'
 */
export function returnSubject(
  key: string,
  { medicineId, quantity, unitPrice }: { medicineId: string; quantity: number; unitPrice: number },
): string {
  return [key, medicineId, quantity, unitPrice].join(' ')
}
