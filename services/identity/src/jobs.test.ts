import { createJobs, createLifecycle, createMetrics } from '@mms/service-kit'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { pruningJobs } from './jobs.ts'

test('what cannot be pruned holds up nothing else, and is named', async () => {
  const pruned: string[] = []
  const prune = (name: string) => async () => void pruned.push(name)
  const broken = async () => {
    throw new Error('the table is locked')
  }
  const lifecycle = createLifecycle()
  const metrics = createMetrics('identity')
  const jobs = createJobs({ log: pino({ level: 'silent' }), lifecycle, registry: metrics.registry })
  onTestFinished(async () => {
    lifecycle.stop()
    await jobs.stopped()
  })
  const endings = { number: async () => 0, prune: async () => pruned.push('endings') }
  const options = {
    sessions: { prune: broken },
    throttle: { prune: prune('throttle') },
    challenges: { prune: prune('challenges') },
    pins: { prune: prune('pins') },
    refusals: { flush: async () => {} },
    endings,
  }
  for (const job of pruningJobs({ ...options, now: Date.now })) jobs.start(job)
  await expect
    .poll(() => pruned.toSorted(), { timeout: 15_000 })
    .toEqual(['challenges', 'endings', 'pins', 'throttle'])
  await expect.poll(metrics.expose).toMatch(/job_rounds_total\{job="session-pruning",result="failure".*\} 1/)
  expect(await metrics.expose()).toMatch(/job_rounds_total\{job="throttle-pruning",result="success".*\} 1/)
})
