import { inventoryEvents } from '@mms/contracts'
import { appendEvents, createFeed, createStoreClock, inTransaction, migrate } from '@mms/service-kit'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, log, NOON, newId } from '../../test/support.ts'
import { newMedicine } from '../medicines/rules.ts'

import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { createMedicineCopy } from './medicine-copy.ts'
import { createCatalogueService } from './service.ts'

/** Without a running service, whose jobs would add statements. */
describe.each(testDatabases())('statements of a database on $name', ({ open }) => {
  const database = openForTests(() => open())
  const ids: string[] = []
  const asked: { sql: string; bindings: unknown[] }[] = []
  beforeAll(async () => {
    const { db } = database
    await migrate(db, migrations, { log })
    for (let count = 0; count < 4; count += 1) {
      const medicine = newMedicine(newId(), { ...buildMedicine(), demandFactors: {} as never }, NOON)
      await createMedicineStore(db).insert([medicine])
      ids.push(medicine._id)
    }
    db.on('query', (query) => asked.push(query))
  })

  const statementsOf = async (work: () => Promise<unknown>) => {
    asked.length = 0
    await work()
    return [...asked]
  }
  const openCatalogue = () => {
    const { db } = database
    const clock = createStoreClock('Asia/Kolkata', () => new Date(NOON))
    const copy = createMedicineCopy({ db, clock, feed: createFeed({ db, source: 'inventory' }) })
    return createCatalogueService({ db, clock, medicines: copy })
  }
  const sell = (id = '') =>
    inTransaction(database.db, async (trx) => {
      const moved = { current_stock: trx.raw('current_stock - 1'), version: trx.raw('version + 1') }
      await trx('medicines').where({ id }).update(moved)
      const data = { ...(await createMedicineStore(trx).lock(id)), batches: [] }
      await appendEvents(trx, [{ type: inventoryEvents.medicineChanged, subject: id, data }])
    })

  test('a page is one statement, and so of one moment; what a text finds is read again only where it has changed', async () => {
    const catalogue = openCatalogue()
    expect(await statementsOf(() => catalogue.page({}, 4))).toHaveLength(1)
    const find = () => catalogue.page({ search: 'Medicine' }, 4)
    const rowsOf = async () =>
      (await statementsOf(find))
        .filter(({ sql }) => sql.includes('demand_factors'))
        .map(({ bindings }) => bindings)
    await find()
    expect(await rowsOf()).toEqual([])
    await sell(ids[1])
    expect(await rowsOf()).toEqual([[ids[1]]])
    expect(await rowsOf()).toEqual([])
  })
})
