import { join } from 'node:path'
import { createKeeper } from './keeper.ts'
import type { ChildPlan, Launched } from './launch.ts'
import { openLogFile } from './log-file.ts'
import { securityLinesTo } from './security-lines.ts'
import { warningsOf } from './warnings.ts'

export interface ChildOptions {
  logFolder: string
  /** Prints a line on the terminal. */
  print: (line: string) => void
  /** Whatever the process reports besides being ready. */
  onMessage: (message: { type: string }) => void
}

/** One process of the suite. Once it was ready it is started again whenever it ends, on the same port. */
export interface Child {
  /** Resolves when it answers; a `StartupError` with its own words when it ends instead. */
  start(): Promise<void>
  /**
   * Starts another process in its place, which is ready when `onReady` is called, and resolves when the old one has
   * finished its requests and ended. Rejects as `start` does: then the old one goes on.
   */
  replace(onReady: () => void): Promise<void>
  /** Asks it to end, and makes it end after `graceMs`. */
  stop(graceMs: number): Promise<void>
  /** Ends it at once. */
  kill(): void
  /** The process that answers; none while it is down. */
  running(): { pid: number | undefined; since: Date } | undefined
}

/** A process that was replaced ends after 18 seconds at most by itself, one that is stopped after four. */
const RETIRE_MS = 30_000

/** Ends those that have not ended after `graceMs`, and waits for all. */
async function killLate(ending: Launched[], graceMs: number): Promise<void> {
  const late = setTimeout(() => {
    for (const each of ending) each.kill('SIGKILL')
  }, graceMs)
  await Promise.all(ending.map(({ ended }) => ended))
  clearTimeout(late)
}

/** All lines, and security events in a file of their own. */
const openLogs = (path: string) => [openLogFile(`${path}.log`), securityLinesTo(`${path}.security.log`)]

/** Where lines of the process, and of each program in it, go; the terminal gets their warnings until it is `quiet`. */
function openOutput(plan: ChildPlan, { logFolder, print }: ChildOptions) {
  const outputs = new Map(
    [plan, ...(plan.programs ?? [])].map(({ name }) => [
      name,
      { logs: openLogs(join(logFolder, name)), watch: warningsOf(name, print) },
    ]),
  )
  let isQuiet = false
  return {
    write(chunk: Buffer, name: string) {
      const output = outputs.get(name)
      for (const log of output?.logs ?? []) log.write(chunk)
      if (!isQuiet) output?.watch(chunk)
    },
    quiet() {
      isQuiet = true
    },
    close() {
      for (const log of [...outputs.values()].flatMap(({ logs }) => logs)) log.close()
    },
  }
}

export function createChild(plan: ChildPlan, options: ChildOptions): Child {
  const { print, onMessage } = options
  const output = openOutput(plan, options)
  const keeper = createKeeper(plan, print, { onOutput: output.write, onMessage })

  const endAll = (graceMs: number) => {
    keeper.hold()
    for (const each of keeper.processes) each.kill('SIGTERM')
    return killLate([...keeper.processes], graceMs)
  }

  return {
    start: keeper.start,
    async replace(onReady) {
      const old = keeper.current()?.launched
      keeper.hold()
      await keeper.release()
      onReady()
      old?.retire()
      if (old) await killLate([old], RETIRE_MS)
    },
    async stop(graceMs) {
      // While everything stops, warnings about neighbours that are gone mean nothing.
      output.quiet()
      await endAll(graceMs)
      output.close()
    },
    kill() {
      for (const each of keeper.processes) each.kill('SIGKILL')
    },
    running() {
      const current = keeper.current()
      return current && { pid: current.launched.pid, since: current.since }
    },
  }
}
