import { join } from 'node:path'
import { createKeeper } from './keeper.ts'
import type { ChildPlan, LaunchedProcess } from './launch.ts'
import { openOutput } from './output.ts'

export interface ChildOptions {
  logFolder: string
  print: (line: string) => void
  onMessage: (message: { type: string }) => void
}

/** One process of the suite, restarted on its port whenever it ends after being ready. */
export interface Child {
  /** Resolves when ready; throws a `StartupError` with the process's message if it ends first. */
  start(): Promise<void>
  /** Starts a replacement, calls `onReady`, resolves when the old one ended. On failure rejects; the old one stays. */
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

export function createChild(plan: ChildPlan, options: ChildOptions): Child {
  const { print, onMessage } = options
  const outputs = new Map(
    [plan, ...(plan.programs ?? [])].map(({ name }) => [
      name,
      openOutput(join(options.logFolder, name), name, print),
    ]),
  )
  const onOutput = (chunk: Buffer, name: string) => outputs.get(name)?.write(chunk)
  const keeper = createKeeper(plan, print, { onOutput, onMessage })

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
      for (const output of outputs.values()) output.quiet()
      await endAll(graceMs)
      for (const output of outputs.values()) output.close()
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
