import { z } from 'zod'
import { personSchema } from '../fields/schemas.ts'
import type { TransactionType } from '../inventory/stock.ts'

export const approvalPurposes = ['sales.return', 'sales.write_off', 'sales.bill'] as const
export type ApprovalPurpose = (typeof approvalPurposes)[number]

export const approvalPurposeOf = (type: TransactionType): ApprovalPurpose =>
  type === 'expired' ? 'sales.write_off' : 'sales.return'

/** `approval`: a signed text, valid for minutes, for one subject and one user. */
export const signedApprovalSchema = z.object({ approval: z.string(), by: personSchema })
export type SignedApproval = z.infer<typeof signedApprovalSchema>

export const MAX_APPROVAL_LENGTH = 4_000

/** Binds an approval to the Idempotency-Key and contents of a transaction. Prices in rupees. */
export const approvalSubject = (
  key: string,
  { medicineId, quantity, unitPrice }: { medicineId: string; quantity: number; unitPrice: number },
): string => [key, medicineId, quantity, unitPrice].join(' ')
