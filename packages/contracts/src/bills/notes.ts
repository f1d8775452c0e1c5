import { z } from 'zod'
import { MAX_QUANTITY } from '../inventory/limits.ts'
import { MAX_BILL_LINES } from '../inventory/movement-groups.ts'
import { MAX_APPROVAL } from '../sales/approvals.ts'
import { counterProofSchema } from './counters.ts'
import { plainTextSchema } from './settings.ts'

/** `line`: id of the bill's line. Written-off units come back and leave the stock again. */
const noteLineSchema = z.strictObject({
  line: z.uuid().toLowerCase(),
  units: z.int().min(1).max(MAX_QUANTITY),
  to: z.enum(['stock', 'write-off']),
})

/**
 * Body of `POST /api/bills/{id}/notes`. The refund lowers open credit first; `refundMode` pays the rest, from the drawer of
 * `counter`, else of the bill's counter.
 */
export const createNoteSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  lines: z.array(noteLineSchema).min(1).max(MAX_BILL_LINES),
  refundMode: z.enum(['cash', 'upi', 'card']).default('cash'),
  reason: plainTextSchema(200).min(1),
  counter: counterProofSchema.optional(),
  /** Lifts the limits of staff; from `POST /api/auth/approvals`. */
  approval: z.string().max(MAX_APPROVAL).optional(),
})
export type CreateNote = z.infer<typeof createNoteSchema>
