import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LocalConfig } from '../config.ts'
import { readChain } from './chain-state.ts'
import { readState } from './state.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Between backups, where BACKUP_HOURS says no other number. */
export const DEFAULT_HOURS = 24
/** Not while everything starts. */
const EARLIEST_MS = 60_000
/** After one that failed. */
const RETRY_MS = HOUR_MS

/** In how many ms the next backup is due, by the moment of the last good one. */
export function dueIn(lastAt: string | undefined, everyMs: number, now = Date.now()): number {
  const last = lastAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(lastAt)
  // One of a clock that was ahead is one of now.
  return Math.max(0, Math.min(last, now) + everyMs - now)
}

interface Turn {
  inMs: number
  args: string[]
  everyMs: number
}

/** The next backup, or the increment where that comes sooner. */
function nextTurn({ DATA_DIR, DATABASE_URL, BACKUP_HOURS, BACKUP_INCREMENT_MINUTES }: LocalConfig): Turn {
  const everyMs = (BACKUP_HOURS ?? DEFAULT_HOURS) * HOUR_MS
  const whole = { inMs: dueIn(readState(DATA_DIR)?.finishedAt, everyMs), args: [], everyMs }
  if (BACKUP_INCREMENT_MINUTES === undefined || DATABASE_URL) return whole
  const incrementMs = BACKUP_INCREMENT_MINUTES * MINUTE_MS
  const inMs = dueIn(readChain(DATA_DIR)?.at, incrementMs)
  return inMs < whole.inMs ? { inMs, args: ['--increment'], everyMs: incrementMs } : whole
}

function backUp(args: string[], print: (line: string) => void): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
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
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const wait = (atLeastMs: number) => {
    const turn = nextTurn(config)
    timer = setTimeout(() => run(turn), Math.max(turn.inMs, atLeastMs))
  }
  const run = ({ args, everyMs }: Turn) => {
    child = backUp(args, print)
    child.once('close', (code) => {
      child = undefined
      if (timer) wait(code === 0 ? 0 : Math.min(RETRY_MS, everyMs))
    })
  }
  wait(earliestMs)
  return () => {
    clearTimeout(timer)
    timer = undefined
    child?.kill()
  }
}
