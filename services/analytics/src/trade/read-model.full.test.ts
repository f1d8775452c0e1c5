import type { Medicine } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { beforeAll, describe, expect, test } from 'vitest'
import { openStore, startAnalytics, TIME_ZONE, until } from '../../test/support.ts'

/** Tables filled from feeds, with the columns that sort their rows. */
const tables: Record<string, string[]> = {
  medicines: ['id'],
  stock_heads: ['medicine_id'],
  ledger_days: ['medicine_id', 'day', 'type'],
  trade_days: ['medicine_id', 'day', 'type', 'sample'],
  stock_days: ['medicine_id', 'day'],
  stock_totals: ['day'],
  trade_totals: ['day', 'type'],
  demand_months: ['month', 'medicine_id'],
}

/** Reads all rows of a read model, to compare it with another. */
async function readRows(db: Knex): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [table, order] of Object.entries(tables)) {
    const found = await db(table).orderBy(order).select('*')
    rows[table] = found.map((row) => JSON.stringify({ ...row, deleted: Number(row.deleted) }))
  }
  return rows
}

/** Waits until both feeds have been read into a database. */
async function built(db: Knex, timeZone = 'Asia/Kolkata'): Promise<void> {
  for (const name of ['inventory', 'sales']) {
    await until(async () => {
      const row = { name, time_zone: timeZone }
      const cursor = await db('feed_cursors').where(row).whereNotNull('last_event_id').first()
      return cursor ? undefined : `the feed of ${name} has not been read`
    })
  }
}

describe.each(testDatabases())('the read model on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))
  let sample: Medicine[]
  beforeAll(async () => {
    sample = await store.loadSampleData()
  })

  const stockNow = async () => {
    const path = '/api/medicines'
    const { body } = await store.inventory.get<Medicine[]>(path, { token: store.admin })
    return new Map(body.map(({ _id, currentStock }) => [_id, currentStock]))
  }

  /** Makes everything that can happen in a day: trade, edits, undone mistakes, a deletion. */
  async function trade(): Promise<void> {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const medicineId = medicine._id
    await store.record({ medicineId, quantity: 5 })
    await store.record({ medicineId, type: 'purchase', quantity: 20, unitPrice: 15 })
    await store.record({ medicineId, type: 'return', quantity: 1 })
    await store.record({ medicineId, type: 'adjustment', quantity: 2, direction: 'decrease' })
    await store.reverse((await store.record({ medicineId, quantity: 7 }))._id)
    await store.save({ ...medicine, currentStock: 64 }, { currentStock: 60, name: `${medicine.name} forte` })
    for (const { _id } of sample.filter(({ currentStock }) => currentStock > 50).slice(0, 5))
      await store.record({ medicineId: _id, type: 'purchase', quantity: 3 })
    const gone = await store.addMedicine({ currentStock: 9 })
    await store.record({ medicineId: gone._id, quantity: 4 })
    const strips = await store.addMedicine({ currentStock: 12 })
    await store.record({ medicineId: strips._id, quantity: 2 })
    await store.inventory.put(`/api/medicines/${strips._id}/pack`, {
      ...{ token: store.admin, body: { packSize: 15, packWord: 'strip', unitWord: 'tablet' } },
    })
    await store.record({ medicineId: strips._id, quantity: 20, packSize: 15 })
    const empty = await store.addMedicine({ currentStock: 0 })
    for (const { _id } of [gone, empty]) {
      await store.inventory.delete(`/api/medicines/${_id}`, { token: store.admin })
    }
  }

  test('holds the stock that inventory has, and the past that explains it is not counted on top', async () => {
    const stocks = await stockNow()
    const { body } = await store.report('?period=last-year')
    expect(body.movements).toHaveLength(sample.length)
    for (const row of body.movements) {
      expect([row.medicine, row.currentStock]).toEqual([row.medicine, stocks.get(row._id)])
      expect(row.initialStock + row.added - row.removed).toBe(row.currentStock)
    }
    // Only history counts, because the opening stock must not be added to it.
    const sums = await store.salesDatabase.db('daily_counts').sum({ in: 'units_in', out: 'units_out' })
    const totals = await store.db('stock_totals').sum({ added: 'added', removed: 'removed' })
    expect(Number(totals[0]?.added)).toBe(Number(sums[0]?.in))
    expect(Number(totals[0]?.removed)).toBe(Number(sums[0]?.out))
  })

  test('has the same rows when it is built anew, and when another is built from nothing', async () => {
    await trade()
    await store.settled()
    const rows = await readRows(store.db)
    expect(rows.stock_days?.length).toBeGreaterThan(1_000)
    const other = await database.open()
    const fresh = await startAnalytics(other, store.tokens, store.urls)
    await built(other.db)
    expect(await readRows(other.db)).toEqual(rows)
    await fresh.stop()
    await other.close()
    // Simulates rows that a release with other rules has written.
    await store.db('stock_totals').update({ added: 1 })
    await store.db('calendar').update({ time_zone: TIME_ZONE })
    const replica = await startAnalytics(store.database, store.tokens, store.urls)
    await store.settled()
    expect(await readRows(store.db)).toEqual(rows)
    await replica.stop()
    const stocks = await stockNow()
    for (const { medicine_id, stock, deleted_day } of await store.db('stock_heads').select('*')) {
      expect(Number(stock)).toBe(deleted_day ? 0 : stocks.get(medicine_id))
    }
  })

  test('is counted anew when the store moves to another time zone', async () => {
    const other = await database.open()
    const differing = { timeZone: 'Pacific/Auckland' }
    const far = await startAnalytics(other, store.tokens, store.urls, differing)
    await built(other.db, differing.timeZone)
    const there = await readRows(other.db)
    await far.stop()
    const here = await startAnalytics(other, store.tokens, store.urls)
    await built(other.db)
    const expected = await readRows(store.db)
    expect(there.trade_days).not.toEqual(expected.trade_days)
    expect(await readRows(other.db)).toEqual(expected)
    await here.stop()
    await other.close()
  })
})
