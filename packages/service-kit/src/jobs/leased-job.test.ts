import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS } from '@mms/contracts'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { createJobs } from './jobs.ts'
import { createLeaseTable } from './lease-store.ts'
import { type LeasedJobOptions, leasedJob } from './leased-job.ts'

const log = pino({ level: 'silent' })
const never = new AbortController().signal
const ALARM_MS = 7 * HOUR_MS

describe.each(testDatabases())('a leased job on $name', ({ open }) => {
  const opened = openForTests(() => open())
  beforeAll(async () => {
    await createLeaseTable(opened.db)
  })
  beforeEach(() => opened.db('leases').delete())

  const job = <T>(run: LeasedJobOptions<T>['run'], differing: Partial<LeasedJobOptions<T>> = {}) =>
    leasedJob<T>({
      ...{ db: opened.db, log, name: 'work', run, leaseMs: 5_000, alarmMs: ALARM_MS },
      ...{ every: () => 6 * HOUR_MS, ...differing },
    })
  const row = () => opened.db('leases').first()
  /** Time goes on in the database. */
  const pass = (ms: number) =>
    opened.db('leases').update({
      due_at: opened.db.raw('due_at - ?', [ms]),
      finished_at: opened.db.raw('finished_at - ?', [ms]),
      expected_since: opened.db.raw('expected_since - ?', [ms]),
    })
  function slowJob() {
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = job(async () => {
      entered.resolve()
      await gate.promise
    })
    return { ...slow, entered: entered.promise, goOn: () => gate.resolve() }
  }

  test('is done by one replica at a time, and again when it is due', async () => {
    const done: string[] = []
    const [one, other] = ['one', 'other'].map((name) => job(async () => done.push(name)))
    await Promise.all([one?.runIfDue(never), other?.runIfDue(never)])
    expect(done).toHaveLength(1)
    await one?.runIfDue(never)
    expect(done).toHaveLength(1)
    await pass(6 * HOUR_MS)
    await one?.runIfDue(never)
    expect(done).toHaveLength(2)
    expect(await row()).toMatchObject({ holder: null, finished_at: expect.anything() })
  })

  test('keeps its lease while it works, and is taken over where it is silent', async () => {
    const slow = slowJob()
    const running = slow.runIfDue(never)
    await slow.entered
    const first = Number((await row()).due_at)
    while (Number((await row()).due_at) <= first + 1_000) await delay(20)
    expect(await job(async () => 'other').runIfDue(never)).toBeUndefined()
    // As if it had not renewed for long: another is at it by now.
    await opened.db('leases').update({ holder: 'another', due_at: 0 })
    slow.goOn()
    expect(await running).toBeUndefined()
    expect(await row()).toMatchObject({ holder: 'another', finished_at: null })
    expect(await job(async () => 'other').runIfDue(never)).toEqual({ result: 'other' })
  })

  test('is due where a clock that ran ahead set its time, or the end of its lease', async () => {
    const work = job(async () => 1)
    await work.runIfDue(never)
    await pass(-HOUR_MS)
    expect(await work.runIfDue(never)).toBeUndefined()
    await pass(-365 * 24 * HOUR_MS)
    expect((await work.job.run(never)) ?? 'done').toBe('done')
    // Its holder died then: the end of a lease is never far.
    await opened.db('leases').update({ holder: 'dead', due_at: opened.db.raw('due_at - ?', [HOUR_MS]) })
    expect(await work.runIfDue(never)).toEqual({ result: 1 })
  })

  test('that finished in a time to come does not hide that it fails now', async () => {
    await job(async () => 1).runIfDue(never)
    await pass(-365 * 24 * HOUR_MS)
    await opened.db('leases').update({ expected_since: 0 })
    const failing = job(() => Promise.reject(new Error('away')), { retryMs: HOUR_MS })
    await expect(failing.runIfDue(never)).rejects.toThrow('away')
    const rested = (await failing.job.run(never)) as { sinceFinishedMs: number }
    expect(rested.sinceFinishedMs).toBeGreaterThan(ALARM_MS)
  })

  test('that is to begin again loses what it was at', async () => {
    const slow = slowJob()
    const running = slow.runIfDue(never)
    await slow.entered
    await inTransaction(opened.db, slow.makeDue)
    slow.goOn()
    expect(await running).toBeUndefined()
    expect(await slow.runIfDue(never)).toBeDefined()
  })

  test('proves in a transaction that it is still its own', async () => {
    let saved = 0
    const losing = job(async (_, { prove }) => {
      await inTransaction(opened.db, prove)
      saved += 1
      await opened.db('leases').update({ holder: 'another' })
      await inTransaction(opened.db, prove)
      saved += 1
    })
    expect(await losing.runIfDue(never)).toBeUndefined()
    expect(saved).toBe(1)
  })

  test('is tried again after a failure, and left to the next replica by a process that stops', async () => {
    const failing = job(() => Promise.reject(new Error('away')), { retryMs: 60_000 })
    await expect(failing.runIfDue(never)).rejects.toThrow('away')
    expect(await job(async () => 1).runIfDue(never)).toBeUndefined()
    await pass(60_000)
    const stopping = new AbortController()
    const stopped = job(async () => {
      stopping.abort()
      stopping.signal.throwIfAborted()
    })
    await expect(stopped.runIfDue(stopping.signal)).rejects.toThrow()
    expect(await job(async () => 2).runIfDue(never)).toEqual({ result: 2 })
  })

  test('done by hand waits for a holder, and leaves the time of the next one where it fails', async () => {
    const slow = slowJob()
    const running = slow.runIfDue(never)
    await slow.entered
    expect(await job(async () => 'by hand').runNow(never, slow.goOn)).toBe('by hand')
    await running
    const { due_at: due } = await row()
    const begun = Date.now()
    await expect(job(() => Promise.reject(new Error('away'))).runNow(never)).rejects.toThrow('away')
    // What remained is counted from the release on, so the time moves by what the run took.
    const took = Date.now() - begun
    expect(Math.abs(Number((await row()).due_at) - Number(due))).toBeLessThan(1_000 + took)
  })

  test('its gauge says when it last finished, in whichever replica', async () => {
    const [registry, lifecycle] = [new Registry(), createLifecycle()]
    const jobs = createJobs({ log, lifecycle, registry })
    const since = async () =>
      (await registry.getSingleMetric('job_seconds_since_success')?.get())?.values[0]?.value
    await job(async () => 1).runIfDue(never)
    await pass(5 * HOUR_MS)
    // Not due: a round that only rests is no success.
    jobs.start({ ...job(async () => 2).job, everyMs: 5 })
    await expect.poll(since).toBeGreaterThan(4 * 3_600)
    lifecycle.stop()
    await jobs.stopped()
  })
})
