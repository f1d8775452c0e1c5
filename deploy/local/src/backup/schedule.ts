import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { HOUR_MS, type LastBackup, lastBackupSchema } from '@mms/contracts'
import type { LocalConfig } from '../config.ts'
import { BACKUP_STATE } from '../plan/plan.ts'

/** Minimum delay, because a backup would slow down the start. */
const EARLIEST_MS = 60_000
/** Lowest process priority, because sales come first. */
const NICENESS = 19

export function readState(dataFolder: string): LastBackup | undefined {
  try {
    return lastBackupSchema.parse(JSON.parse(readFileSync(join(dataFolder, BACKUP_STATE), 'utf8')))
  } catch {
    return undefined
  }
}

export function writeState(dataFolder: string, state: LastBackup): void {
  const file = join(dataFolder, BACKUP_STATE)
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

export function msUntilDue(lastAt: string | undefined, everyMs: number, now = Date.now()): number {
  const last = lastAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(lastAt)
  // A time in the future comes from a fast clock and counts as now.
  return Math.max(0, Math.min(last, now) + everyMs - now)
}

export interface BackupSchedule {
  /** Makes a backup now, or joins the running one. Resolves with the reason if it fails. */
  backUp: () => Promise<string | undefined>
  end: () => void
}

const unset: BackupSchedule = {
  backUp: async () => 'No place for backups is set: docs/backup.md says how.',
  end: () => {},
}

/** If a target and a key are set, schedules backups. Each runs in a process of its own, one at a time. */
export function scheduleBackups(
  { DATA_DIR, BACKUP_TO, BACKUP_KEY, BACKUP_HOURS }: LocalConfig,
  print: (line: string) => void,
  { earliestMs = EARLIEST_MS, niceness = NICENESS } = {},
): BackupSchedule {
  if (BACKUP_TO === undefined || BACKUP_KEY === undefined) return unset
  const everyMs = BACKUP_HOURS * HOUR_MS
  let child: ChildProcess | undefined
  let running: Promise<string | undefined> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const wait = (atLeastMs: number) => {
    timer = setTimeout(
      () => void backUp(),
      Math.max(msUntilDue(readState(DATA_DIR)?.finishedAt, everyMs), atLeastMs),
    )
  }
  const run = async () => {
    const program = [process.execPath, join(import.meta.dirname, 'main.ts')]
    child = spawn('nice', ['-n', String(niceness), ...program], { stdio: ['ignore', 'ignore', 'pipe'] })
    const closed = once(child, 'close').then(
      ([code]) => code === 0,
      () => false,
    )
    const [words, isMade] = await Promise.all([text(child.stderr as Readable), closed])
    running = undefined
    if (hasEnded) return 'The suite stopped.'
    clearTimeout(timer)
    wait(isMade ? 0 : Math.min(HOUR_MS, everyMs))
    if (isMade) return undefined
    const failure = words.trim()
    print(`The backup failed: ${failure}`)
    return failure
  }
  const backUp = () => {
    running ??= run()
    return running
  }
  wait(earliestMs)
  return {
    backUp,
    end() {
      hasEnded = true
      clearTimeout(timer)
      child?.kill()
    },
  }
}
