import { z } from 'zod'

/** `backup.json` in the data directory of a suite on one machine: the last backup that was finished. */
export const lastBackupSchema = z.object({
  finishedAt: z.iso.datetime(),
  /** Where it is. */
  target: z.string(),
  /** When it was last read again whole; null: not yet. */
  verifiedAt: z.iso.datetime().nullish(),
  bytes: z.int().min(0),
})
export type LastBackup = z.infer<typeof lastBackupSchema>

/** `GET /api/status`, for administrators: what runs, and how the machine is that keeps the data. */
export const suiteStatusSchema = z.object({
  services: z.array(
    z.object({
      name: z.string(),
      /** Null while it has not said it. */
      version: z.string().nullable(),
      ready: z.boolean(),
    }),
  ),
  /** Null where the data is not on this machine, as in a cluster. */
  machine: z
    .object({
      disk: z.object({ totalBytes: z.int(), freeBytes: z.int() }),
      /** Null: never. */
      lastBackup: lastBackupSchema.nullable(),
      /** Whether a person should look, since it is older than told. */
      backupIsOld: z.boolean(),
    })
    .nullable(),
})
export type SuiteStatus = z.infer<typeof suiteStatusSchema>
