import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Lifecycle } from '../process/lifecycle.ts'

export interface Job {
  name: string
  everyMs: number
  /** Must end soon after `signal` aborts. Errors are retried. Returns `rest()` if it had nothing to do. */
  run(signal: AbortSignal): Promise<unknown>
  /** Time since the last success after which an alarm is due, in ms. Default: 30 minutes, or three rounds if longer. */
  alarmMs?: number
  woken?: EventTarget
}

interface JobsOptions {
  log: Logger
  lifecycle: Lifecycle
  registry: Registry
  /** Monotonic clock, in ms. */
  now?: () => number
}

/** Result of a round without work: the job is not due, or another replica runs it. Not counted as success. */
export interface IdleRound {
  sinceFinishedMs: number | undefined
}
const rests = new WeakSet<IdleRound>()

export function idleRound(sinceFinishedMs?: number): IdleRound {
  const made = { sinceFinishedMs }
  rests.add(made)
  return made
}
const isRest = (result: unknown): result is IdleRound => rests.has(result as IdleRound)

const LONGEST_BACKOFF_MS = 5_000
const SHORTEST_ALARM_MS = 30 * 60_000
const ALARM_ROUNDS = 3

function createRest(signal: AbortSignal, woken = new EventTarget()): (ms: number) => Promise<void> {
  let resting = new AbortController()
  const wake = () => resting.abort()
  signal.addEventListener('abort', wake, { once: true })
  woken.addEventListener('wake', wake, { signal })
  return async (ms) => {
    // `ref: false`: a waiting job must not keep the process alive.
    await delay(ms, undefined, { ref: false, signal: resting.signal }).catch(() => {})
    resting = new AbortController()
  }
}

function createJobMetrics(registry: Registry, now: () => number) {
  const succeededAt = new Map<string, number>()
  const rounds = new Counter({
    name: 'job_rounds_total',
    help: 'Rounds of the work that goes on beside requests, by how they ended',
    labelNames: ['job', 'result'],
    registers: [registry],
  })
  new Gauge({
    name: 'job_seconds_since_success',
    help: 'Since the work of a job last finished, in whichever replica; a round that only rests finishes nothing',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      for (const [job, at] of succeededAt) this.set({ job }, (now() - at) / 1000)
    },
  })
  const alarm = new Gauge({
    name: 'job_alarm_seconds',
    help: 'A person must look when job_seconds_since_success of the same job is above this',
    labelNames: ['job'],
    registers: [registry],
  })
  const succeed = (job: string) => void succeededAt.set(job, now())
  return {
    begin({ name, everyMs, alarmMs = Math.max(SHORTEST_ALARM_MS, ALARM_ROUNDS * everyMs) }: Job) {
      succeed(name)
      alarm.set({ job: name }, alarmMs / 1000)
    },
    rest(job: string, { sinceFinishedMs }: IdleRound) {
      if (sinceFinishedMs !== undefined) succeededAt.set(job, now() - sinceFinishedMs)
      rounds.inc({ job, result: 'rest' })
    },
    succeed(job: string) {
      succeed(job)
      rounds.inc({ job, result: 'success' })
    },
    fail: (job: string) => rounds.inc({ job, result: 'failure' }),
  }
}

/**
 * Runs the jobs of a process until it stops. Failures are logged, counted and retried with backoff. Publishes
 * `job_seconds_since_success{job}`, `job_alarm_seconds{job}` and `job_rounds_total{job,result}`.
 */
export function createJobs({ log, lifecycle, registry, now = () => performance.now() }: JobsOptions) {
  const { signal } = lifecycle
  const metrics = createJobMetrics(registry, now)
  const running: Promise<void>[] = []

  async function round({ name, run }: Job): Promise<boolean> {
    try {
      const result = await run(signal)
      if (isRest(result)) metrics.rest(name, result)
      else metrics.succeed(name)
      return true
    } catch (error) {
      // Being interrupted by shutdown is not a failure.
      if (signal.aborted) log.info({ err: error, job: name }, 'job stopped')
      else {
        metrics.fail(name)
        log.error({ err: error, job: name }, 'job failed; trying again')
      }
      return false
    }
  }

  async function loop(job: Job): Promise<void> {
    const rest = createRest(signal, job.woken)
    for (let failures = 0; !signal.aborted; ) {
      failures = (await round(job)) ? 0 : failures + 1
      const backoff = Math.min(job.everyMs * 2 ** failures, LONGEST_BACKOFF_MS)
      await rest(Math.max(job.everyMs, backoff))
    }
  }

  return {
    /** Starts the first round. Rounds of the same job never overlap. */
    start(job: Job): void {
      metrics.begin(job)
      running.push(loop(job))
    },
    stopped: async (): Promise<void> => void (await Promise.all(running)),
  }
}
