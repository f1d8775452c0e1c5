import { z } from 'zod'
import { loginRequestSchema } from '../identity/identity.ts'
import { takeSecondStepSchema } from '../identity/second-step.ts'
import type { TransactionType } from '../inventory/stock.ts'

export const approvalPurposes = ['sales.return', 'sales.write_off', 'sales.bill'] as const
export type ApprovalPurpose = (typeof approvalPurposes)[number]

export const approvalPurposeOf = (type: TransactionType): ApprovalPurpose =>
  type === 'expired' ? 'sales.write_off' : 'sales.return'

export const approveSchema = loginRequestSchema.extend({
  purpose: z.enum(approvalPurposes),
  subject: z.string().min(1).max(300),
  secondStep: takeSecondStepSchema.optional(),
})
export type Approve = z.input<typeof approveSchema>

/** A signed text, valid for minutes, for one subject and one user. */
export const approvedSchema = z.object({
  approval: z.string(),
  by: z.object({ _id: z.string(), name: z.string() }),
})
export type Approved = z.infer<typeof approvedSchema>

export const MAX_APPROVAL = 4_000

/** Returns the subject of an approval: the transaction's Idempotency-Key and contents. Prices in rupees. */
export function approvalSubject(
  key: string,
  { medicineId, quantity, unitPrice }: { medicineId: string; quantity: number; unitPrice: number },
): string {
  return [key, medicineId, quantity, unitPrice].join(' ')
}
