import { join } from 'node:path'
import { type ChildPlan, type Launched, launch } from './launch.ts'
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

const FIRST_BACKOFF_MS = 250
/** A till is back within three seconds, however often it crashes. */
const LONGEST_AFTER_READY_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000
/** A crash after this long is treated as the first. */
const STEADY_MS = 60_000
/** A process that was replaced ends after 18 seconds at most by itself. */
const RETIRE_MS = 30_000

/** A quarter of a second, then twice as long each time: up to a second after it was ready, up to half a minute when it cannot start. */
export const backoffAfter = (crashes: number, wasReady: boolean) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** crashes, wasReady ? LONGEST_AFTER_READY_MS : LONGEST_BACKOFF_MS)

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

/** By name: where lines of the process, and of each program in it, go. */
const openOutputs = (plan: ChildPlan, logFolder: string, print: ChildOptions['print']) =>
  new Map(
    [plan, ...(plan.programs ?? [])].map(({ name }) => [
      name,
      { logs: openLogs(join(logFolder, name)), watch: warningsOf(name, print) },
    ]),
  )

export function createChild(plan: ChildPlan, { logFolder, print, onMessage }: ChildOptions): Child {
  const outputs = openOutputs(plan, logFolder, print)
  const onOutput = (chunk: Buffer, name: string) => {
    const output = outputs.get(name)
    for (const log of output?.logs ?? []) log.write(chunk)
    // While everything stops, warnings about neighbours that are gone mean nothing.
    if (!stopping) output?.watch(chunk)
  }
  /** All that have not ended. */
  const processes = new Set<Launched>()
  let current: { launched: Launched; since: Date } | undefined
  let stopping = false
  let replacing = false
  let crashes = 0
  let backoff: NodeJS.Timeout | undefined

  const start = async () => {
    const launched = launch(plan, { onOutput, onMessage })
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
    if (stopping || replacing) return
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
    start,
    async replace(onReady) {
      const old = current?.launched
      replacing = true
      clearTimeout(backoff)
      await start().finally(() => {
        replacing = false
        if (!current) startLater('is down', true)
      })
      onReady()
      old?.retire()
      if (old) await killLate([old], RETIRE_MS)
    },
    async stop(graceMs) {
      stopping = true
      clearTimeout(backoff)
      for (const each of processes) each.kill('SIGTERM')
      await killLate([...processes], graceMs)
      for (const log of [...outputs.values()].flatMap(({ logs }) => logs)) log.close()
    },
    kill() {
      for (const each of processes) each.kill('SIGKILL')
    },
    running: () => current && { pid: current.launched.pid, since: current.since },
  }
}
