import { createFeed, createStoreClock, migrate } from '@mms/service-kit'
import { type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, log, NOON, newId } from '../../test/support.ts'
import { createMedicineJson } from '../medicines/json-cache.ts'
import { newMedicine } from '../medicines/rules.ts'
import { createMedicineService } from '../medicines/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { createMedicineCopy } from '../search/medicine-copy.ts'
import { createPageReader } from './page-reader.ts'
import { createCatalogueService } from './service.ts'
import { createCatalogueStore } from './store.ts'

/** Without the jobs of a service, whose statements would be counted too. */
describe.each(testDatabases())('statements of a database on $name', ({ open }) => {
  let database: OpenTestDatabase
  const ids: string[] = []
  const asked: { sql: string; bindings: unknown[] }[] = []
  beforeAll(async () => {
    database = await open()
    const { db } = database
    await migrate(db, migrations, { log })
    for (let count = 0; count < 4; count += 1) {
      const medicine = newMedicine(newId(), { ...buildMedicine(), demandFactors: {} as never }, NOON)
      await createMedicineStore(db).insert([medicine])
      ids.push(medicine._id)
    }
    db.on('query', (query) => asked.push(query))
  })
  afterAll(() => database.close())

  const statementsOf = async (work: () => Promise<unknown>) => {
    asked.length = 0
    await work()
    return [...asked]
  }
  const openServices = () => {
    const { db } = database
    const json = createMedicineJson()
    const clock = createStoreClock('Asia/Kolkata', () => new Date(NOON))
    const openLedger = () => {
      throw new Error('nothing is written')
    }
    const medicines = createMedicineService({ db, clock, openLedger, json })
    const copy = createMedicineCopy({ db, clock, feed: createFeed({ db, source: 'inventory' }) })
    return { catalogue: createCatalogueService({ db, clock, medicines: copy, json }), medicines }
  }
  const sell = async (id: string | undefined) => {
    const moved = {
      current_stock: database.db.raw('current_stock - 1'),
      version: database.db.raw('version + 1'),
    }
    await database.db('medicines').where({ id }).update(moved)
  }

  test('a page that is known reads ids and versions, and whole only what has changed', async () => {
    const { catalogue } = openServices()
    const page = () => catalogue.page({}, 4)
    const [whole] = await statementsOf(page)
    expect(whole?.sql).toContain('demand_factors')
    const known = await statementsOf(page)
    expect(known).toHaveLength(1)
    expect(known[0]?.sql).not.toContain('demand_factors')
    await sell(ids[1])
    const moved = await statementsOf(page)
    expect(moved).toHaveLength(2)
    expect(moved[1]?.bindings).toEqual([ids[1]])
    expect(await statementsOf(page)).toHaveLength(1)
  })

  test('what moves between the two is read again, by one', async () => {
    const { db } = database
    const store = createCatalogueStore(db)
    const { findRows } = createMedicineStore(db)
    let isMoving = false
    const read = createPageReader({
      store,
      json: createMedicineJson(),
      findRows: async (wanted) => {
        if (isMoving) await sell(ids[1])
        return findRows(wanted)
      },
    })
    const criteria = { filter: undefined, category: undefined, search: undefined, horizon: '' }
    const page = async () => (await read({ key: 'all', criteria, after: undefined, limit: 4 })).medicines
    const [, before = ''] = await page()
    await sell(ids[1])
    isMoving = true
    const [, after = ''] = await page()
    expect(JSON.parse(before).currentStock - JSON.parse(after).currentStock).toBe(2)
    expect((await page())[1]).toBe(after)
  })

  test('a page is read once for all who ask for it at the same time', async () => {
    const { catalogue } = openServices()
    const ask = () => Promise.all(Array.from({ length: 16 }, () => catalogue.page({}, 9)))
    expect(await statementsOf(ask)).toHaveLength(1)
  })

  test('medicines that are asked for at the same time are one', async () => {
    const { medicines } = openServices()
    const ask = () => Promise.all(ids.map((id) => medicines.find(id)))
    expect(await statementsOf(ask)).toHaveLength(1)
    expect((await ask()).map(({ json }) => JSON.parse(json)._id)).toEqual(ids)
  })
})
