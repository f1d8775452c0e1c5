import { resolve } from 'node:path'
import { createLogger, createReadModel } from '@mms/service-kit'
import {
  migrateForTest,
  type OpenTestDatabase,
  publishKeys,
  type ServiceProcess,
  startProcess,
  type TestDatabase,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../test/consistent.ts'
import { buildMedicine } from '../../test/medicines.ts'
import { NOWHERE } from '../../test/support.ts'
import { feedName, medicinesModel } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { failpoints } from './judging.ts'

/** Three transactions and a part of one. */
const MEDICINES = 650
const CHUNK = 200
const SLOW = { timeout: 120_000 }
const PATIENTLY = { timeout: 60_000, interval: 50 }
const main = resolve(import.meta.dirname, '../main.ts')

describe.each(testDatabases())('a generation that is killed on $name', ({ open }: TestDatabase) => {
  let database: OpenTestDatabase
  let keys: Awaited<ReturnType<typeof publishKeys>>
  const tokens = testTokens()
  const states = Array.from({ length: MEDICINES }, () => buildMedicine({ currentStock: 1 }))
  beforeAll(async () => {
    database = await open()
    keys = await publishKeys(tokens)
    const { db } = database
    await migrateForTest(database, migrations, { log: createLogger({ name: 'alerts', level: 'silent' }) })
    await db('feed_cursors').insert({ name: feedName, last_event_id: 'test.1' })
    await createReadModel(db, medicinesModel).apply(states)
  })
  beforeEach(async () => {
    const { db } = database
    for (const table of ['alerts', 'alert_counts', 'outbox', 'leases']) await db(table).delete()
    const due = { due_at: Date.now() + 3_600_000, expected_since: Date.now() }
    await db('leases').insert({ name: 'generation', ...due })
  })
  afterAll(async () => {
    keys.close()
    await database.close()
  })

  const start = (): Promise<ServiceProcess> =>
    startProcess(main, {
      DATABASE_URL: database.url,
      JWKS_URL: keys.url,
      ...tokens.serviceSettings(),
      ...{ INVENTORY_URL: NOWHERE, ANALYTICS_URL: NOWHERE, GENERATION_LEASE_MS: '1000' },
    })
  const openAlerts = async () => {
    const row = await database.db('alerts').whereNotNull('open_cause').count({ alerts: '*' }).first()
    return Number(row?.alerts)
  }

  test.each([
    ['after the commit of a part', failpoints.chunkJudged, CHUNK],
    ['within the transaction of the first part', failpoints.chunkWritten, 0],
  ])('%s is finished by the next process, each alert once', SLOW, async (_, step, written) => {
    const victim = await start()
    await victim.arm(`kill:${step}`)
    await database.db('leases').update({ due_at: 0 })
    expect(await victim.ended).toBe('SIGKILL')
    expect(await openAlerts()).toBe(written)
    const heir = await start()
    await expect.poll(async () => (await database.db('leases').first()).finished_at, PATIENTLY).not.toBeNull()
    expect(await openAlerts()).toBe(MEDICINES)
    await heir.kill()
    await expectConsistent(database.db)
  })
})
