import { type ChildPlan, type LaunchedProcess, type LaunchOptions, launch } from './launch.ts'

const FIRST_BACKOFF_MS = 250
/** A counter works again within three seconds, however often its process crashes. */
const LONGEST_AFTER_READY_MS = 1_000
const LONGEST_BACKOFF_MS = 30_000
/** A crash after this time counts as the first. */
const STEADY_MS = 60_000

/** 250 ms, doubled after each crash: up to a second if it was ready, up to 30 s if it cannot start. */
export const backoffAfter = (crashes: number, wasReady: boolean) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** crashes, wasReady ? LONGEST_AFTER_READY_MS : LONGEST_BACKOFF_MS)

export function createKeeper(plan: ChildPlan, print: (line: string) => void, options: LaunchOptions) {
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
