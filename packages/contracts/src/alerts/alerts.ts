import { z } from 'zod'
import { each, enumOf, instantSchema, personSchema, snapshotShape } from '../fields/schemas.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { alertSeverities, alertStatuses, alertTypes } from './alerts-words.ts'

const alertSeveritySchema = enumOf(alertSeverities)
const alertStatusSchema = enumOf(alertStatuses)

export const alertSchema = z.object({
  _id: z.uuid(),
  medicineId: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  message: z.string(),
  detail: z.string().optional(),
  type: z.string(),
  severity: alertSeveritySchema,
  status: alertStatusSchema,
  createdAt: instantSchema,
  /** When message, type or severity last changed; equals `createdAt` until then. */
  renewedAt: instantSchema,
  /** `by` is null if the alert closed by itself because its cause was gone. */
  resolved: z
    .object({ at: instantSchema, by: personSchema.nullable(), snoozedUntil: instantSchema.nullish() })
    .nullable(),
})
export type Alert = z.infer<typeof alertSchema>

export const alertListQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: alertStatusSchema.optional(),
  type: enumOf(alertTypes).optional(),
  severity: alertSeveritySchema.optional(),
  /** Only alerts of this medicine, at most one page. */
  medicine: z.uuid().toLowerCase().optional(),
})
export type AlertListQuery = z.infer<typeof alertListQuerySchema>

export const alertedMedicineSchema = z.object({
  medicineId: alertSchema.shape.medicineId,
  alerts: z.array(alertSchema).min(1),
})
export type AlertedMedicine = z.infer<typeof alertedMedicineSchema>

/** Query of `GET /api/alerts/by-medicine`: medicines with new alerts first, then by severity. */
export const alertedMedicinesQuerySchema = alertListQuerySchema.omit({ medicine: true }).extend({
  status: enumOf(['new', 'read']).optional(),
})
export type AlertedMedicinesQuery = z.infer<typeof alertedMedicinesQuerySchema>

/** Body of `PUT /api/alerts/{id}`. `snoozeDays` needs `resolved`: the cause raises no alert for that many days. */
export const updateAlertSchema = z.strictObject({
  status: alertStatusSchema,
  snoozeDays: z.int().min(1).max(90).optional(),
})
export type UpdateAlert = z.infer<typeof updateAlertSchema>

export const alertSummarySchema = z.object({
  byStatus: z.object(each(alertStatuses, z.int())),
  bySeverity: z.object(each(alertSeverities, z.int())),
  byType: z.object(each(alertTypes, z.int())),
})
export type AlertSummary = z.infer<typeof alertSummarySchema>

export const alertGenerationSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  opened: z.int(),
  renewed: z.int(),
  closed: z.int(),
  notes: z.array(z.string()),
})
export type AlertGeneration = z.infer<typeof alertGenerationSchema>

/** A page of `GET /internal/alerts`, oldest first. Paged like `medicinesSnapshotSchema`; alerts may repeat. */
export const alertsSnapshotSchema = z.object({ ...snapshotShape, alerts: z.array(alertSchema) })

export const alertEvents = {
  opened: 'alerts.alert.opened',
  renewed: 'alerts.alert.renewed',
  read: 'alerts.alert.read',
  resolved: 'alerts.alert.resolved',
} as const

const statusSchema = enumOf(['pending', 'delivered', 'dead'])

export const alertDeliverySchema = z.object({
  _id: z.uuid(),
  /** `email` or `webhook`. A string, so that channels of a later release are displayed, too. */
  channel: z.string(),
  subject: z.string(),
  status: statusSchema,
  attempts: z.int(),
  createdAt: instantSchema,
  error: z.string().nullable(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

export const alertDeliveryQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: statusSchema.optional(),
})
export type AlertDeliveryQuery = z.infer<typeof alertDeliveryQuerySchema>
