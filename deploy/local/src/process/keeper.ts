import { type ChildPlan, type Launched, type LaunchOptions, launch } from './launch.ts'

const FIRST_BACKOFF_MS = 250
/** A till is back within three seconds, however often it crashes. */
const LONGEST_AFTER_READY_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000
/** A crash after this long is treated as the first. */
const STEADY_MS = 60_000

/** A quarter of a second, then twice as long each time: up to a second after it was ready, up to half a minute when it cannot start. */
export const backoffAfter = (crashes: number, wasReady: boolean) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** crashes, wasReady ? LONGEST_AFTER_READY_MS : LONGEST_BACKOFF_MS)

/** Starts processes of a plan, and the one that answers again whenever it ends, unless it is held. */
export function createKeeper(plan: ChildPlan, print: (line: string) => void, options: LaunchOptions) {
  /** All that have not ended. */
  const processes = new Set<Launched>()
  let current: { launched: Launched; since: Date } | undefined
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
    /** From now on none is started by itself. */
    hold() {
      held = true
      clearTimeout(backoff)
    },
    /** Starts one that is held, and keeps it again. */
    release: () =>
      start().finally(() => {
        held = false
        if (!current) startLater('is down', true)
      }),
  }
}
