import { z } from 'zod'
import { loginRequestSchema } from '../identity/identity.ts'
import { takeSecondStepSchema } from '../identity/second-step.ts'
import { approvalPurposes } from './approvals.ts'

/** Not in `approvals.ts`, so that the sale form does not load the schemas of sign-in. */
export const approveSchema = loginRequestSchema.extend({
  purpose: z.enum(approvalPurposes),
  subject: z.string().min(1).max(300),
  secondStep: takeSecondStepSchema.optional(),
})
export type Approve = z.input<typeof approveSchema>
