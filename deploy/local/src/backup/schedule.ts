import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LocalConfig } from '../config.ts'
import { type BackupState, readState } from './state.ts'

const HOUR_MS = 3_600_000
const DEFAULT_HOURS = 24
/** Not while everything starts. */
const EARLIEST_MS = 60_000
/** After one that failed. */
const RETRY_MS = HOUR_MS

/** In how many ms the next backup is due, by the last good one. */
export function dueIn(state: BackupState | undefined, everyMs: number, now = Date.now()): number {
  const last = state ? Date.parse(state.finishedAt) : Number.NEGATIVE_INFINITY
  // One of a clock that was ahead is one of now.
  return Math.max(0, Math.min(last, now) + everyMs - now)
}

function backUp(print: (line: string) => void): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) =>
    print(`The backup failed: ${line}`),
  )
  return child
}

/**
 * Backs a running suite up in its turn, where the settings say where to and with which key; one backup at a time, in a process of its
 * own. Returns what ends that.
 */
export function scheduleBackups(
  config: LocalConfig,
  print: (line: string) => void,
  earliestMs = EARLIEST_MS,
): () => void {
  if (config.BACKUP_TO === undefined || config.BACKUP_KEY === undefined) return () => {}
  const everyMs = (config.BACKUP_HOURS ?? DEFAULT_HOURS) * HOUR_MS
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    timer = setTimeout(run, ms)
  }
  const next = () => dueIn(readState(config.DATA_DIR), everyMs)
  const run = () => {
    child = backUp(print)
    child.once('close', (code) => {
      child = undefined
      if (timer) wait(code === 0 ? next() : Math.min(RETRY_MS, everyMs))
    })
  }
  wait(Math.max(next(), earliestMs))
  return () => {
    clearTimeout(timer)
    timer = undefined
    child?.kill()
  }
}
