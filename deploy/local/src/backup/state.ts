import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BACKUP_STATE } from '../plan.ts'

const stateSchema = z.object({
  /** Of the last good backup. */
  finishedAt: z.iso.datetime(),
  /** Its file. */
  target: z.string(),
  bytes: z.int(),
  /** When it was read again from its beginning to its end, if it was. */
  verifiedAt: z.iso.datetime().nullable(),
})

/** What the data folder knows of its last good backup, for `/status` and the alert. */
export type BackupState = z.output<typeof stateSchema>

export const stateFile = (dataFolder: string) => join(dataFolder, BACKUP_STATE)

export function readState(dataFolder: string): BackupState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile(dataFolder), 'utf8')))
  } catch {
    return undefined
  }
}

export function writeState(dataFolder: string, state: BackupState): void {
  const file = stateFile(dataFolder)
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
