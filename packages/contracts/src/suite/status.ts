import { z } from 'zod'
import { instantSchema } from '../fields/schemas.ts'

export const lastBackupSchema = z.object({
  finishedAt: instantSchema,
  target: z.string(),
  verifiedAt: instantSchema.nullish(),
  bytes: z.int().min(0),
})
export type LastBackup = z.infer<typeof lastBackupSchema>

export const suiteStatusSchema = z.object({
  services: z.array(z.object({ name: z.string(), version: z.string().nullable(), ready: z.boolean() })),
  machine: z
    .object({
      disk: z.object({ totalBytes: z.int(), freeBytes: z.int() }),
      lastBackup: lastBackupSchema.nullable(),
      backupIsOld: z.boolean(),
    })
    .nullable(),
})
export type SuiteStatus = z.infer<typeof suiteStatusSchema>
