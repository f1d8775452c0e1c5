import { z } from 'zod'
import { plainTextSchema } from '../fields/schemas.ts'
import { MAX_QUANTITY } from '../inventory/limits.ts'
import { MAX_BILL_LINES } from '../inventory/movement-groups.ts'
import { MAX_APPROVAL_LENGTH } from '../sales/approvals.ts'
import { counterProofSchema } from './counters.ts'

/** `line`: id of the line on the bill. Written-off units are returned to stock and removed again. */
const noteLineSchema = z.strictObject({
  line: z.uuid().toLowerCase(),
  units: z.int().min(1).max(MAX_QUANTITY),
  to: z.enum(['stock', 'write-off']),
})

/**
 * Body of `POST /api/bills/{id}/notes`. A refund reduces unpaid credit first. The rest is paid by `refundMode`, from
 * the drawer of `counter` or, by default, of the bill's counter.
 */
export const createNoteSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  lines: z.array(noteLineSchema).min(1).max(MAX_BILL_LINES),
  refundMode: z.enum(['cash', 'upi', 'card']).default('cash'),
  reason: plainTextSchema(200).min(1),
  counter: counterProofSchema.optional(),
  /** Lifts the limits on staff; issued by `POST /api/auth/approvals`. */
  approval: z.string().max(MAX_APPROVAL_LENGTH).optional(),
})
export type CreateNote = z.infer<typeof createNoteSchema>
