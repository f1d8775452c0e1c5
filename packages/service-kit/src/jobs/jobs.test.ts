import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { createLifecycle, type Lifecycle } from '../process/lifecycle.ts'
import { createJobs, type Job } from './jobs.ts'

const NEVER_MS = 1_000_000_000

let lifecycle: Lifecycle
let registry: Registry
let jobs: ReturnType<typeof createJobs>
let lines: Record<string, unknown>[]

beforeEach(() => {
  lifecycle = createLifecycle()
  registry = new Registry()
  lines = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  jobs = createJobs({ log, lifecycle, registry })
})

function start(run: (round: number, signal: AbortSignal) => unknown, job: Partial<Job> = {}) {
  let round = 0
  const count = async (signal: AbortSignal) => {
    round += 1
    await run(round, signal)
  }
  jobs.start({ name: 'counting', everyMs: 1, ...job, run: count })
}
const metric = async (line: string) =>
  Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(await registry.metrics())?.[1])

test('a job goes on after a failure, and both are seen', async () => {
  start((round) => {
    if (round === 2) throw new Error('the database is away')
    if (round === 4) lifecycle.stop()
  })
  await jobs.stopped()
  expect(await metric('job_rounds_total{job="counting",result="success"}')).toBe(3)
  expect(await metric('job_rounds_total{job="counting",result="failure"}')).toBe(1)
  expect(lines).toMatchObject([{ job: 'counting', err: { message: 'the database is away' } }])
})

test('the age of the last success begins with the process, and grows while a job fails', async () => {
  const failed = Promise.withResolvers<void>()
  start(
    () => {
      failed.resolve()
      throw new Error('no')
    },
    { everyMs: NEVER_MS },
  )
  await failed.promise
  const age = await metric('job_seconds_since_success{job="counting"}')
  expect(age).toBeGreaterThanOrEqual(0)
  expect(await metric('job_seconds_since_success{job="counting"}')).toBeGreaterThan(age)
  lifecycle.stop()
  await jobs.stopped()
})

test('rounds never overlap, and waking begins the next one, also from within a round', async () => {
  const woken = new EventTarget()
  let atWork = 0
  let most = 0
  start(
    async (round) => {
      atWork += 1
      most = Math.max(most, atWork)
      woken.dispatchEvent(new Event('wake'))
      await new Promise((resolve) => setImmediate(resolve))
      atWork -= 1
      if (round === 5) lifecycle.stop()
    },
    { everyMs: NEVER_MS, woken },
  )
  await jobs.stopped()
  expect(most).toBe(1)
})

test('the end of the process ends a rest and is told to the round at work, which is no failure', async () => {
  start(() => {}, { everyMs: NEVER_MS })
  const begun = Promise.withResolvers<void>()
  start(
    (_round, signal) =>
      new Promise((_resolve, reject) => {
        begun.resolve()
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    { name: 'waiting' },
  )
  await begun.promise
  lifecycle.stop()
  await jobs.stopped()
  expect(await metric('job_rounds_total{job="waiting",result="failure"}')).toBeNaN()
})
