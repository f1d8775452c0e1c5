import { medicineCategories } from '@mms/contracts'
import {
  explain as explainTable,
  isEmbedded,
  migrateForTest,
  openForTests,
  testDatabases,
} from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildMedicine, log, NOON, newId } from '../../test/support.ts'
import { newMedicine } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { migrations } from '../migrations/list.ts'
import { createMovementStore } from '../stock/movement-store.ts'
import { createCatalogueQueries, type MedicineCriteria, type SortKey } from './store.ts'

const ROWS = 6_000

/** One in five is low, one in twelve is expiring, and categories are equally frequent. */
function someMedicines() {
  return Array.from({ length: ROWS }, (_, index) => ({
    ...newMedicine(newId(), { ...differing(index), demandFactors: {} as never }, NOON),
    stockVersion: 0,
    deleted: index % 50 === 0,
  }))
}

const differing = (index: number) => ({
  ...buildMedicine(),
  category: medicineCategories[index % 12] ?? 'Other',
  currentStock: index % 5 === 0 ? 3 : 50 + (index % 100),
  expiryDate: index % 12 === 7 ? '2026-12-01' : '2027-12-01',
})

async function fill(db: Knex): Promise<void> {
  const medicines = someMedicines()
  await db.transaction(async (trx) => {
    for (let from = 0; from < ROWS; from += 500) {
      await createMedicineStore(trx).insert(medicines.slice(from, from + 500))
    }
  })
  if (!isEmbedded(db)) await db.raw('analyze table medicines')
}

const criteria = (given: Partial<MedicineCriteria> = {}): MedicineCriteria => ({
  filter: undefined,
  category: undefined,
  earliest: given.filter === 'expiring' ? '2026-11-20' : '',
  horizon: '2026-12-20',
  ...given,
})

describe.each(testDatabases())('plans of $name', ({ open }) => {
  const database = openForTests(() => open())
  const explain = (query: Knex.QueryBuilder, table = 'medicines') => explainTable(database.db, query, table)
  let queries: ReturnType<typeof createCatalogueQueries>
  const middle: SortKey = ['medicine 3000', '0190a6f2-7a1b-7c3d-8e4f-0123456789ab']
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
    await fill(database.db)
    queries = createCatalogueQueries(database.db)
  })

  const lists: [string, Partial<MedicineCriteria>, string][] = [
    ['all', {}, 'medicines_by_name'],
    ['low stock', { filter: 'low-stock' }, 'medicines_low_stock'],
    ['expiring', { filter: 'expiring' }, 'medicines_by_expiry'],
    ['one category', { category: 'Steroids' }, 'medicines_by_category'],
  ]

  test.each(lists)('a page deep in %s begins at its place in the index', async (_, given, index) => {
    const after = given.filter === 'expiring' ? ['2026-12-01', ...middle] : middle
    const plan = await explain(queries.pageQuery(criteria(given), after, 51))
    expect(plan, plan.text).toMatchObject({ index, sorted: false })
    const range = /"type": "range"|expiry_date>\?|sort_name>\?/
    expect(plan.text).toMatch(range)
  })

  test.each(['low-stock', 'expiring'] as const)('a page of %s in a category, too', async (filter) => {
    const given = criteria({ filter, category: 'Steroids' })
    const plan = await explain(queries.pageQuery(given, undefined, 51))
    expect(plan.index, plan.text).toMatch(/^medicines_/)
  })

  test.each(lists)('%s is counted in an index', async (_, given, listIndex) => {
    const index = listIndex === 'medicines_by_name' ? 'medicines_by_stock_ratio' : listIndex
    const plan = await explain(queries.countQuery(criteria(given)).count('*'))
    expect(plan, plan.text).toMatchObject({ index })
    // This query must read rows, because the index does not tell which are in stock.
    if (index === 'medicines_by_expiry') return
    // SQLite reports an index on a generated column as covering only if it reads the column.
    expect(plan.covering || isEmbedded(database.db), plan.text).toBe(true)
  })

  test('a barcode is looked up in its index, also to count', async () => {
    const given = criteria({ barcode: '4006381333931' })
    for (const query of [queries.pageQuery(given, undefined, 51), queries.countQuery(given).count('*')]) {
      const plan = await explain(query)
      // MariaDB looks up a single row while planning. If the row does not exist, there is no plan.
      if (plan.text.includes('noticed after reading const tables')) continue
      expect(plan, plan.text).toMatchObject({ index: 'medicines_living_barcode' })
    }
  })

  test('the emptiest shelves are read from their index in order', async () => {
    const plan = await explain(queries.stockLevelQuery(10))
    expect(plan, plan.text).toMatchObject({ index: 'medicines_by_stock_ratio', sorted: false })
  })

  test('the movements of a medicine, and pages of the ledger, are read from their index in order', async () => {
    const { listQuery, pageQuery } = createMovementStore(database.db)
    for (const query of [listQuery(newId(), 51, 100), pageQuery(newId(), 1, 5)]) {
      const plan = await explain(query, 'movements')
      expect(plan, plan.text).toMatchObject({ index: 'movements_medicine_version', sorted: false })
    }
  })
})
