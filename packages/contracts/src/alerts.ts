import { z } from 'zod'
import { alertSeverities, alertStatuses, alertTypes } from './alerts-words.ts'
import { pageQuerySchema } from './paging.ts'

/** An instant in UTC, ISO 8601 with milliseconds. */
const instantSchema = z.iso.datetime()

const oneOf = (words: readonly string[]) => `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const alertTypeSchema = z.enum(alertTypes, oneOf(alertTypes))
const alertSeveritySchema = z.enum(alertSeverities, oneOf(alertSeverities))
const alertStatusSchema = z.enum(alertStatuses, oneOf(alertStatuses))

/** How an alert ended: a person, or its cause that was gone. */
const resolutionSchema = z.object({
  at: instantSchema,
  /** Null when it closed by itself, because its cause was gone. */
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** Snoozed: a cause that holds then, or gets worse before, raises a new alert. */
  snoozedUntil: instantSchema.nullish(),
})

/** An alert as the API answers it. */
export const alertSchema = z.object({
  _id: z.uuid(),
  /** Null when the medicine is gone. */
  medicineId: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  message: z.string(),
  /** The message without the medicine's name, to stand beside that; missing where it is not known apart. */
  detail: z.string().optional(),
  /** One that a newer service knows is shown as it is written. */
  type: z.string(),
  severity: alertSeveritySchema,
  status: alertStatusSchema,
  createdAt: instantSchema,
  /** When its message, type or severity last changed because it was found again; `createdAt` at first. */
  renewedAt: instantSchema,
  resolved: resolutionSchema.nullable(),
})
export type Alert = z.infer<typeof alertSchema>

/** Query of `GET /api/alerts`: newest first. */
export const alertListQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: alertStatusSchema.optional(),
  type: alertTypeSchema.optional(),
  severity: alertSeveritySchema.optional(),
  /** Of this medicine alone: at most a page of them. */
  medicine: z.uuid().toLowerCase().optional(),
})
export type AlertListQuery = z.infer<typeof alertListQuerySchema>

/** Open alerts of one medicine, the worst first. */
export const alertedMedicineSchema = z.object({
  medicineId: alertSchema.shape.medicineId,
  alerts: z.array(alertSchema).min(1),
})
export type AlertedMedicine = z.infer<typeof alertedMedicineSchema>

/** Query of `GET /api/alerts/by-medicine`: medicines with new alerts first, of those the worst first. */
export const alertedMedicinesQuerySchema = alertListQuerySchema.omit({ medicine: true }).extend({
  status: z.enum(['new', 'read'], 'must be new or read').optional(),
})
export type AlertedMedicinesQuery = z.infer<typeof alertedMedicinesQuerySchema>

/** Body of `PUT /api/alerts/{id}`. `snoozeDays`, with `resolved`: its cause is quiet through so many store days. */
export const updateAlertSchema = z.strictObject({
  status: alertStatusSchema,
  snoozeDays: z.int().min(1).max(90).optional(),
})
export type UpdateAlert = z.infer<typeof updateAlertSchema>

const counts = <Word extends string>(words: readonly Word[]) =>
  z.object(Object.fromEntries(words.map((word) => [word, z.int()])) as Record<Word, z.ZodInt>)

/** `GET /api/alerts/summary`: how many of each; `bySeverity` and `byType` of those that are not resolved. */
export const alertSummarySchema = z.object({
  byStatus: counts(alertStatuses),
  bySeverity: counts(alertSeverities),
  byType: counts(alertTypes),
})
export type AlertSummary = z.infer<typeof alertSummarySchema>

/** `POST /api/alerts/generate`: `message` is for people and names how many were new, renewed and closed. */
export const alertGenerationSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  opened: z.int(),
  renewed: z.int(),
  closed: z.int(),
  /** What could not be asked, in sentences: it was generated from what was known. Empty when all was known. */
  notes: z.array(z.string()),
})
export type AlertGeneration = z.infer<typeof alertGenerationSchema>

/**
 * A page of all alerts in the order in which they were raised, from `GET /internal/alerts`. Ask again with `after: next`
 * until `next` is null; then read the feed from `lastEventId`. Alerts may be met in both.
 */
export const alertsSnapshotSchema = z.object({
  lastEventId: z.string(),
  alerts: z.array(alertSchema),
  next: z.string().nullable(),
})

/** Types of the events that alerts publishes; `data` of each is the whole alert. Figures alone that changed are no event. */
export const alertEvents = {
  opened: 'alerts.alert.opened',
  renewed: 'alerts.alert.renewed',
  read: 'alerts.alert.read',
  resolved: 'alerts.alert.resolved',
} as const
