import { join } from 'node:path'
import { type ChildPlan, type Launched, launch } from './launch.ts'
import { openLogFile } from './log-file.ts'
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
  /** Asks it to end, and makes it end after `graceMs`. */
  stop(graceMs: number): Promise<void>
  /** Ends it at once. */
  kill(): void
}

const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 30_000
/** A crash after this long is treated as the first. */
const STEADY_MS = 60_000

/** Half a second, then twice as long each time, up to half a minute. */
export const backoffAfter = (crashes: number) => Math.min(FIRST_BACKOFF_MS * 2 ** crashes, LONGEST_BACKOFF_MS)

export function createChild(plan: ChildPlan, { logFolder, print, onMessage }: ChildOptions): Child {
  const log = openLogFile(join(logFolder, `${plan.name}.log`))
  const watch = warningsOf(plan.name, print)
  const onOutput = (chunk: Buffer) => {
    log.write(chunk)
    // While everything stops, warnings about neighbours that are gone mean nothing.
    if (!stopping) watch(chunk)
  }
  let running: Launched | undefined
  let stopping = false
  let crashes = 0
  let backoff: NodeJS.Timeout | undefined

  const start = async () => {
    const launched = launch(plan, { onOutput, onMessage })
    running = launched
    await launched.ready
    const readyAt = performance.now()
    void launched.ended.then((how) => {
      if (performance.now() - readyAt > STEADY_MS) crashes = 0
      startLater(how)
    })
  }

  const startLater = (why: string) => {
    if (stopping) return
    const ms = backoffAfter(crashes)
    crashes += 1
    print(`${plan.name} ${why}. It is started again in ${ms / 1000} s.`)
    backoff = setTimeout(() => {
      start().then(
        () => print(`${plan.name} is back.`),
        (error: Error) => startLater(`could not start: ${error.message}`),
      )
    }, ms)
  }

  const stop = async (graceMs: number) => {
    stopping = true
    clearTimeout(backoff)
    const late = setTimeout(() => running?.kill('SIGKILL'), graceMs)
    running?.kill('SIGTERM')
    await running?.ended
    clearTimeout(late)
    log.close()
  }

  return { start, stop, kill: () => running?.kill('SIGKILL') }
}
