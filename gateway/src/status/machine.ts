import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type LastBackup, lastBackupSchema, type SuiteStatus } from '@mms/contracts'
import { jsonParser, type Logger } from '@mms/service-kit'

const HOUR_MS = 3_600_000

const parse = jsonParser(lastBackupSchema)

async function readLastBackup(file: string, log: Logger): Promise<LastBackup | null> {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err }, 'backup.json cannot be read')
    return null
  }
}

export async function readMachine(
  folder: string | undefined,
  { alarmHours, log }: { alarmHours: number; log: Logger },
): Promise<SuiteStatus['machine']> {
  if (folder === undefined) return null
  const { blocks, bavail, bsize } = await statfs(folder)
  const disk = { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  const lastBackup = await readLastBackup(join(folder, 'backup.json'), log)
  const age = lastBackup === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(lastBackup.finishedAt)
  return { disk, lastBackup, backupIsOld: age > alarmHours * HOUR_MS }
}
