import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { movementSchema } from '../inventory/stock.ts'

/** Amounts are in rupees. */
const auditValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type AuditValue = z.infer<typeof auditValueSchema>

const auditValuesSchema = z.record(z.string(), auditValueSchema)
export type AuditValues = z.infer<typeof auditValuesSchema>

/** `action`: thing and event (`medicine.changed`). `subject`: id, or account as typed. Null: there was no value. */
export const auditEntrySchema = z.object({
  _id: z.string(),
  at: z.string(),
  action: z.string(),
  subject: z.string(),
  subjectName: z.string().optional(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  before: auditValuesSchema.nullable(),
  after: auditValuesSchema.nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Filters by user id, action or its first word, changed field, subject and store days. Newest first. */
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
