import type { FeedEvent } from '@mms/contracts'
import { createServiceClient, migrate } from '@mms/service-kit'
import {
  type OpenTestDatabase,
  startApp,
  type TestClient,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { projectMedicines } from './projection.ts'
import { createMedicineStore } from './store.ts'

/** A medicine as an inventory to come tells of it: a new category, new fields, old ones gone. */
const tomorrows = (differing: object = {}) => ({
  _id: v7(),
  ...{ name: 'Insulin pump', category: 'Devices that nobody sold before' },
  ...{ version: 1, stockVersion: 0, currentStock: 0 },
  batches: [{ number: 'B-7' }],
  ...differing,
})

describe.each(testDatabases())('an inventory of tomorrow on $name', ({ open }) => {
  let database: OpenTestDatabase
  let inventory: TestClient
  let events: object[]
  let snapshot: object[]
  let isGone: boolean
  beforeEach(async () => {
    events = []
    snapshot = []
    isGone = false
    database = await open()
    await migrate(database.db, migrations, { log })
    inventory = await startApp({
      callback: () => (request, response) => {
        const url = new URL(request.url ?? '', 'http://inventory')
        if (url.pathname === '/internal/medicines') {
          const page = { lastEventId: 'b.0', medicines: snapshot, next: null, total: snapshot.length }
          response.end(JSON.stringify(page))
          return
        }
        const [epoch, position = '0'] = (url.searchParams.get('lastEventId') ?? '').split('.')
        if (isGone && epoch !== 'b') {
          response.writeHead(410).end()
          return
        }
        const rest = isGone ? [] : events.slice(Number(position))
        setTimeout(() => response.end(JSON.stringify(rest)), rest.length > 0 ? 0 : 20)
      },
    })
  })
  afterEach(async () => {
    await inventory.close()
    await database.close()
  })

  /** Follows until this medicine is known; answers what is shown of it. */
  async function follow(id: string) {
    const { serviceKey: key } = testTokens()
    const client = createServiceClient({ name: 'sales', key, url: inventory.url })
    const projection = projectMedicines({
      ...{ db: database.db, log, client },
      onSampleDataLoaded: async () => {},
    })
    projection.start()
    const shown = () => createMedicineStore(database.db).findPriced([id])
    await expect.poll(async () => (await shown()).length, { timeout: 15_000 }).toBe(1)
    await projection.stop()
    await client.close()
    return (await shown())[0]
  }
  const tell = (type: string, data: unknown, differing: Partial<FeedEvent> = {}) =>
    events.push({
      ...{ specversion: '1.1', id: `a.${events.length + 1}`, source: 'inventory', type, data },
      ...differing,
    })

  test('is followed past categories, fields and types that nobody knows here', async () => {
    tell('inventory.shelf.moved', { shelf: 7 })
    tell('inventory.medicine.changed', tomorrows({ category: null, name: 'x'.repeat(300) }))
    tell('inventory.medicine.changed', tomorrows(), { datacontenttype: 'application/json' } as object)
    const last = tomorrows({ category: 'Vaccines' })
    tell('inventory.medicine.changed', last)
    expect(await follow(last._id)).toMatchObject({ id: last._id, name: 'Insulin pump', category: 'Vaccines' })
    expect(await createMedicineStore(database.db).findStates([last._id])).toEqual([last])
    expect(await database.db('medicines').pluck('id')).toHaveLength(3)
  })

  test('is read anew from its snapshot', async () => {
    const first = tomorrows()
    tell('inventory.medicine.changed', first)
    await follow(first._id)
    isGone = true
    const medicine = tomorrows()
    snapshot = [medicine, tomorrows({ category: undefined })]
    expect(await follow(medicine._id)).toMatchObject({ category: 'Devices that nobody ' })
    expect(await database.db('medicines').pluck('id')).toHaveLength(2)
  })
})
