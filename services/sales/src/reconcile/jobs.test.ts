import { migrate } from '@mms/service-kit'
import { type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { nextNight, reconcileNightly } from './jobs.ts'
import type { Report } from './rules.ts'

const TIME_ZONE = 'Asia/Kolkata'

test.each([
  ['2026-11-20T06:30:00Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:29:59Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:30:00Z', '2026-11-21T21:30:00.000Z'],
  ['2026-11-20T18:29:00Z', '2026-11-20T21:30:00.000Z'],
])('after %s the next night of the store is %s', (now, night) => {
  expect(nextNight(new Date(now), TIME_ZONE).toISOString()).toBe(night)
})

describe.each(testDatabases())('the nightly run on $name', ({ open }) => {
  let database: OpenTestDatabase
  beforeAll(async () => {
    database = await open()
    await migrate(database.db, migrations, { log })
  })
  afterAll(() => database.close())

  test('is done by one of two replicas when it is due, and not again before the next night', async () => {
    const { db } = database
    await db('reconciliation').insert({ id: 1, next_run_at: new Date(0), mismatches: 0 })
    let runs = 0
    const reconcile = async () => {
      runs += 1
      return {} as Report
    }
    const run = () => reconcileNightly({ db, reconcile, timeZone: TIME_ZONE })
    await Promise.all([run(), run()])
    await run()
    expect(runs).toBe(1)
    const { next_run_at: next } = await db('reconciliation').first('next_run_at')
    expect(new Date(next).getTime()).toBeGreaterThan(Date.now())
  })
})
