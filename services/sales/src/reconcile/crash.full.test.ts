import { type ServiceProcess, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openProcesses, type Processes } from '../../test/processes.ts'
import { failpoints } from '../failpoints.ts'

/** Several processes start in each test, on a machine that may be busy. */
const SLOW = { timeout: 120_000 }
const PATIENTLY = { timeout: 60_000, interval: 50 }

describe.each(testDatabases())('reconciling processes on $name', (database: TestDatabase) => {
  let store: Processes
  beforeAll(async () => {
    store = await openProcesses(database)
    await store.addMedicine()
    await store.addMedicine()
    // Each test has its own processes.
    await store.process('sales').kill()
  }, SLOW.timeout)
  beforeEach(() => db().update({ finished_at: null }))
  afterAll(() => store.close())

  const db = () => store.database.db('leases').where({ name: 'reconciliation' })
  const row = async () => {
    const { holder, due_at: next, finished_at: finished } = await db().first()
    return { holder, next: Number(next), finished: finished && Number(finished) }
  }
  /** Where nobody is at it: a run that ends says anew when the next is due. */
  const makeDue = () => db().whereNull('holder').update({ due_at: 0, finished_at: null })
  const finished = async () => (await row()).finished

  /** Leads a process into the middle of a run, of the one that is going on or of the next. */
  async function stopWithin(process: ServiceProcess, how: 'kill' | 'stop'): Promise<void> {
    await process.arm(`${how}:${failpoints.medicineReconciled}`)
    const again = setInterval(() => void makeDue().catch(() => undefined), 50)
    await (how === 'kill' ? process.ended : process.stopped()).finally(() => clearInterval(again))
  }

  test('one that is killed in the middle is replaced once its lease is over', SLOW, async () => {
    const victim = await store.addReplica()
    await stopWithin(victim, 'kill')
    expect(await victim.ended).toBe('SIGKILL')
    const dead = await row()
    expect(dead).toMatchObject({ holder: expect.any(String), finished: null })
    const next = await store.addReplica()
    await expect.poll(finished, PATIENTLY).not.toBeNull()
    expect(await finished()).toBeGreaterThanOrEqual(dead.next)
    expect(await row()).toMatchObject({ holder: null })
    await next.kill()
  })

  test('one that is told to stop in the middle leaves the run to another', SLOW, async () => {
    const leaver = await store.addReplica()
    await stopWithin(leaver, 'stop')
    await leaver.stopped()
    expect(await row()).toMatchObject({ holder: expect.any(String), finished: null })
    leaver.signal('SIGTERM')
    leaver.signal('SIGCONT')
    expect(await leaver.ended).toBeNull()
    const left = await row()
    expect(left.holder).toBeNull()
    // It hears of the stop when the system tells it, and may have been through by then.
    if (left.finished === null) expect(left.next).toBeLessThanOrEqual(Date.now())
    const next = await store.addReplica()
    await expect.poll(finished, PATIENTLY).not.toBeNull()
    await next.kill()
  })

  test(
    'one that stood still for longer than its lease writes nothing over what its successor found',
    SLOW,
    async () => {
      const sleeper = await store.addReplica()
      await stopWithin(sleeper, 'stop')
      await sleeper.stopped()
      const next = await store.addReplica()
      await expect.poll(finished, PATIENTLY).not.toBeNull()
      const found = await row()
      sleeper.signal('SIGCONT')
      sleeper.signal('SIGTERM')
      expect(await sleeper.ended).toBeNull()
      expect(await row()).toEqual(found)
      await next.kill()
    },
  )
})
