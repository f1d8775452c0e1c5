import { join } from 'node:path'
import { createKeeper } from './keeper.ts'
import type { ChildPlan, LaunchedProcess } from './launch.ts'
import { openLogFile, openSecurityLog } from './log-file.ts'
import { createWarningPrinter } from './warnings.ts'

export interface ChildOptions {
  logFolder: string
  print: (line: string) => void
  onMessage: (message: { type: string }) => void
}

/** One process of the suite, restarted on its port whenever it ends after being ready. */
export interface Child {
  /** Resolves when ready; throws a `StartupError` with the process's message if it ends first. */
  start(): Promise<void>
  /**
   * Starts a replacement, calls `onReady`, and resolves when the old process has ended. If the start fails, it rejects
   * and the old process continues.
   */
  replace(onReady: () => void): Promise<void>
  stop(graceMs: number): Promise<void>
  kill(): void
  running(): { pid: number | undefined; since: Date } | undefined
}

/** A replaced process takes at most 18 seconds to end, a stopped one four. */
const RETIRE_MS = 30_000

async function killLate(ending: LaunchedProcess[], graceMs: number): Promise<void> {
  const late = setTimeout(() => {
    for (const each of ending) each.kill('SIGKILL')
  }, graceMs)
  await Promise.all(ending.map(({ ended }) => ended))
  clearTimeout(late)
}

const openLogs = (path: string) => [openLogFile(`${path}.log`), openSecurityLog(`${path}.security.log`)]

function openOutput(plan: ChildPlan, { logFolder, print }: ChildOptions) {
  const outputs = new Map(
    [plan, ...(plan.programs ?? [])].map(({ name }) => [
      name,
      { logs: openLogs(join(logFolder, name)), watch: createWarningPrinter(name, print) },
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
      // During shutdown, warnings about missing neighbours mean nothing.
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
