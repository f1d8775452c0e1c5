import { migrate } from '@mms/service-kit'
import { testDatabases } from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createThrottleStore } from './store.ts'

describe.each(testDatabases())('throttle buckets on $name', ({ open }) => {
  test('are never more than the table may hold: the busiest stay', async () => {
    const { db, close } = await open()
    await migrate(db, migrations, { log: pino({ level: 'silent' }) })
    const store = createThrottleStore(db, 3)
    for (let n = 1; n <= 6; n += 1) {
      await store.take({ key: `bucket-${n}`, burst: 10, intervalMs: n * 1_000 }, 1_000_000)
    }
    await store.prune(1_000_000, new Date(0), [{ burst: 10, intervalMs: 6_000 }])
    expect(await db('throttle_buckets').orderBy('bucket').pluck('bucket')).toEqual([
      'bucket-4',
      'bucket-5',
      'bucket-6',
    ])
    await close()
  })
})
