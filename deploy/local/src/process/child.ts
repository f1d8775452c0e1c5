import { join } from 'node:path'
import { type ChildPlan, type LaunchedProcess, type LaunchOptions, launch } from './launch.ts'
import { openOutput } from './output.ts'

const FIRST_BACKOFF_MS = 250
/** Keeps a counter's pause below three seconds, however often its process crashes. */
const LONGEST_AFTER_READY_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000
/** A process that ran this long is steady: its next crash counts as the first. */
const STEADY_MS = 60_000

export interface ChildOptions {
  logFolder: string
  print: (line: string) => void
  onMessage: (message: { type: string }) => void
  readyMs?: number
}

/** A process of the suite. If it ends after it was ready, it is restarted on its port. */
export interface Child {
  /** Resolves when ready. Throws a `StartupError` with the process's message if it ends first. */
  start(): Promise<void>
  /** Starts a replacement, calls `onReady`, and resolves when the old process ended. If it rejects, the old one stays. */
  replace(onReady: () => void): Promise<void>
  stop(graceMs: number): Promise<void>
  kill(): void
  running(): { pid: number | undefined; since: Date } | undefined
}

/** Longer than a replaced process needs to end (at most 18 seconds). */
const RETIRE_MS = 30_000

async function killLate(ending: LaunchedProcess[], graceMs: number): Promise<void> {
  const late = setTimeout(() => {
    for (const each of ending) each.kill('SIGKILL')
  }, graceMs)
  await Promise.all(ending.map(({ ended }) => ended))
  clearTimeout(late)
}

export function createChild(plan: ChildPlan, options: ChildOptions): Child {
  const { print, onMessage, readyMs } = options
  const outputs = new Map(
    [plan, ...(plan.programs ?? [])].map(({ name }) => [
      name,
      openOutput(join(options.logFolder, name), name, print),
    ]),
  )
  const onOutput = (chunk: Buffer, name: string) => outputs.get(name)?.write(chunk)
  const keeper = createKeeper(plan, print, { onOutput, onMessage, readyMs })

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
      // Warnings about missing services mean nothing during shutdown.
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

/** 250 ms, doubled with each crash: up to 1 s if the process was ready before, else up to 30 s. */
export const backoffAfter = (crashes: number, wasReady: boolean) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** crashes, wasReady ? LONGEST_AFTER_READY_MS : LONGEST_BACKOFF_MS)

function createKeeper(plan: ChildPlan, print: (line: string) => void, options: LaunchOptions) {
  const processes = new Set<LaunchedProcess>()
  let current: { launched: LaunchedProcess; since: Date } | undefined
  let held = false
  let crashes = 0
  let backoff: NodeJS.Timeout | undefined

  const start = async () => {
    const launched = launch(plan, options)
    processes.add(launched)
    void launched.ended.then(() => processes.delete(launched))
    await launched.ready
    current = { launched, since: new Date() }
    const readyAt = performance.now()
    void launched.ended.then((how) => {
      if (current?.launched !== launched) return
      current = undefined
      if (performance.now() - readyAt > STEADY_MS) crashes = 0
      startLater(how, true)
    })
  }

  const startLater = (why: string, wasReady: boolean) => {
    if (held) return
    const ms = backoffAfter(crashes, wasReady)
    crashes += 1
    print(`${plan.name} ${why}. It is started again in ${ms / 1000} s.`)
    backoff = setTimeout(() => {
      start().then(
        () => print(`${plan.name} is back.`),
        (error: Error) => startLater(`could not start: ${error.message.replace(/\.$/, '')}`, false),
      )
    }, ms)
  }

  return {
    processes,
    current: () => current,
    start,
    hold() {
      held = true
      clearTimeout(backoff)
    },
    release: () =>
      start().finally(() => {
        held = false
        if (!current) startLater('is down', true)
      }),
  }
}
