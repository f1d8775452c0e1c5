import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createJobs, type Job } from '../jobs/jobs.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import type { Service } from '../service/definition.ts'
import { createLogger } from '../telemetry/log.ts'
import { type TestDatabase, testDatabases } from './databases.ts'
import type { OpenService } from './service.ts'

const ROUNDS = 3

function startJob(job: Job, now: () => number) {
  const [registry, lifecycle] = [new Registry(), createLifecycle()]
  const jobs = createJobs({ log: createLogger({ name: 'test', level: 'silent' }), lifecycle, registry, now })
  jobs.start({ ...job, everyMs: 1 })
  const values = async (metric: string) =>
    (await registry.getSingleMetric(metric)?.get())?.values.map(({ value }) => value) ?? []
  const rounds = async () => (await values('job_rounds_total')).reduce((sum, value) => sum + value, 0)
  return {
    value: async (metric: string) => (await values(metric))[0] ?? Number.NaN,
    async goOn() {
      for (const until = (await rounds()) + ROUNDS; (await rounds()) < until; ) await delay(5)
    },
    async stop() {
      lifecycle.stop()
      await jobs.stopped()
    },
  }
}

/**
 * Lets each job fail past its alarm without a database, and expects the gauge to exceed it. Idle rounds must not hide
 * that.
 */
export function testJobAlarms(
  open: (database: TestDatabase) => Promise<Pick<OpenService<Service>, 'service' | 'database' | 'close'>>,
): void {
  test('a job that fails for longer than its alarm shows in its gauge', async () => {
    const [database] = testDatabases()
    const opened = await open(database as TestDatabase)
    const { db } = opened.database
    await db.destroy()
    const jobs = opened.service.jobs ?? []
    expect(jobs.length).toBeGreaterThan(0)
    const silent: string[] = []
    for (const job of jobs) {
      let now = 0
      const { value, goOn, stop } = startJob(job, () => now)
      await goOn()
      const alarm = await value('job_alarm_seconds')
      now += alarm * 1_000 + 1
      await goOn()
      if (!((await value('job_seconds_since_success')) > alarm)) silent.push(job.name)
      await stop()
    }
    expect(silent).toEqual([])
    await opened.close().catch(() => {})
  })
}
