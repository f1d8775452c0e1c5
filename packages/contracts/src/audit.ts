import { z } from 'zod'
import { calendarDateSchema } from './dates.ts'
import { pageQuerySchema } from './paging.ts'
import { movementSchema } from './stock.ts'

/** What a field was or became. Amounts are rupees. */
const auditValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type AuditValue = z.infer<typeof auditValueSchema>

/** Fields by their names in the API, those that differ only. */
const auditValuesSchema = z.record(z.string(), auditValueSchema)
export type AuditValues = z.infer<typeof auditValuesSchema>

/**
 * One line of a service's audit log. `action` is the thing and what became of it: `medicine.changed`; `subject` the id of what was
 * changed, or the account as it was typed. `before` and `after` are null where there was or is nothing.
 */
export const auditEntrySchema = z.object({
  _id: z.string(),
  at: z.string(),
  action: z.string(),
  subject: z.string(),
  /** What the subject is called, where it has a name. */
  subjectName: z.string().optional(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  before: auditValuesSchema.nullable(),
  after: auditValuesSchema.nullable(),
  requestId: z.string().nullable(),
  /** The address that the request came from. */
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Which lines, newest first: of a person (their id), an action or its first word, a changed field, a subject, days of the store. */
export const auditQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  person: z.string().min(1).max(64).optional(),
  action: z
    .string()
    .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'must be an action such as medicine.changed')
    .max(60)
    .optional(),
  field: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be a field such as unitPrice')
    .max(40)
    .optional(),
  subject: z.string().min(1).max(200).optional(),
  startDate: calendarDateSchema.optional(),
  endDate: calendarDateSchema.optional(),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** What became of a medicine: either a change of its fields or a movement of its stock. */
export const medicineHistoryLineSchema = z.object({
  at: z.string(),
  change: auditEntrySchema.optional(),
  movement: movementSchema.optional(),
})
export type MedicineHistoryLine = z.infer<typeof medicineHistoryLineSchema>

export const medicineHistoryQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  kind: z.enum(['changes', 'movements']).optional(),
})
export type MedicineHistoryQuery = z.infer<typeof medicineHistoryQuerySchema>
