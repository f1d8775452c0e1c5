import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { LocalConfig } from '../config.ts'
import { BACKUP_STATE } from '../plan.ts'

const HOUR_MS = 3_600_000
/** Not while everything starts. */
const EARLIEST_MS = 60_000
/** Sales come first. */
const NICENESS = 19

const stateSchema = z.object({
  finishedAt: z.iso.datetime(),
  target: z.string(),
  bytes: z.int(),
  verifiedAt: z.iso.datetime().nullable(),
})

type BackupState = z.output<typeof stateSchema>

export function readState(dataFolder: string): BackupState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(dataFolder, BACKUP_STATE), 'utf8')))
  } catch {
    return undefined
  }
}

export function writeState(dataFolder: string, state: BackupState): void {
  const file = join(dataFolder, BACKUP_STATE)
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

export function dueIn(lastAt: string | undefined, everyMs: number, now = Date.now()): number {
  const last = lastAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(lastAt)
  // A future time comes from a fast clock and counts as now.
  return Math.max(0, Math.min(last, now) + everyMs - now)
}

/**
 * Schedules backups of a running suite if a target and a key are set; one at a time, in its own process. Returns a stop
 * function.
 */
export function scheduleBackups(
  { DATA_DIR, BACKUP_TO, BACKUP_KEY, BACKUP_HOURS }: LocalConfig,
  print: (line: string) => void,
  { earliestMs = EARLIEST_MS, niceness = NICENESS } = {},
): () => void {
  if (BACKUP_TO === undefined || BACKUP_KEY === undefined) return () => {}
  const everyMs = BACKUP_HOURS * HOUR_MS
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const wait = (atLeastMs: number) => {
    timer = setTimeout(run, Math.max(dueIn(readState(DATA_DIR)?.finishedAt, everyMs), atLeastMs))
  }
  const run = () => {
    const program = [process.execPath, join(import.meta.dirname, 'main.ts')]
    child = spawn('nice', ['-n', String(niceness), ...program], { stdio: ['ignore', 'ignore', 'pipe'] })
    const errors = createInterface({ input: child.stderr as NodeJS.ReadableStream })
    errors.on('line', (line) => print(`The backup failed: ${line}`))
    child.once('close', (code) => {
      child = undefined
      if (timer) wait(code === 0 ? 0 : Math.min(HOUR_MS, everyMs))
    })
  }
  wait(earliestMs)
  return () => {
    clearTimeout(timer)
    timer = undefined
    child?.kill()
  }
}
