import { addDays, type Medicine, storeDate, sumOf } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { openStore, TIME_ZONE } from '../../test/support.ts'

const presets = ['last-week', 'last-month', 'last-quarter', 'last-year']

describe.each(testDatabases())('reports on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))

  const today = () => storeDate(TIME_ZONE)

  test('of an empty store are whole, empty, and without a figure that is none', async () => {
    for (const period of presets) {
      const { status, body, headers } = await store.report(`?period=${period}`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      const nothing = { value: 0, previous: 0, changePercent: null }
      expect(body).toMatchObject({
        ...{ categories: [], demandComparison: [], recommendations: [], movements: [], alertsOverTime: null },
        summary: { inventoryValue: nothing, sales: nothing, averageStock: nothing, expiredValue: 0 },
      })
      expect(body.stockHistory.every(({ added, removed }) => added === 0 && removed === 0)).toBe(true)
    }
  })

  test('of stock worth more than a number holds are refused, not rounded', async () => {
    const { _id } = await store.addMedicine({ currentStock: 10_000_000, unitPrice: 9_000_000 })
    await store.settled()
    const value = async () => (await store.report('')).body.summary.inventoryValue.value
    expect(await value()).toBe(90_000_000_000_000)
    const other = await store.addMedicine({ currentStock: 8_000, unitPrice: 9_000_000 })
    await store.settled()
    expect(await store.report('')).toMatchObject({ status: 422, body: { code: 'request.sum_too_large' } })
    for (const id of [_id, other._id]) {
      await store.inventory.delete(`/api/medicines/${id}`, { token: store.admin })
    }
    await store.settled()
  })

  describe('with a year of history and a day of trade', () => {
    let medicine: Medicine
    beforeAll(async () => {
      await store.loadSampleData()
      const prices = { unitPrice: 20, costPrice: 12.5 }
      medicine = await store.addMedicine({ ...prices, currentStock: 50, category: 'Vitamins' })
      const medicineId = medicine._id
      await store.record({ medicineId, quantity: 12, unitPrice: 20 })
      await store.record({ medicineId, type: 'purchase', quantity: 30, unitPrice: 15 })
      await store.record({ medicineId, type: 'return', quantity: 2, unitPrice: 20 })
      for (const mistake of [
        { medicineId, quantity: 3, unitPrice: 20 },
        { medicineId, type: 'return' as const, quantity: 1, unitPrice: 20 },
        { medicineId, type: 'purchase' as const, quantity: 2_020, unitPrice: 15 },
      ]) {
        await store.reverse((await store.record(mistake))._id)
      }
      await store.addMedicine({ currentStock: 5, unitPrice: 9 })
      const { _id: ofTwoCosts } = await store.addMedicine({ currentStock: 0, unitPrice: 9 })
      for (const [number, unitPrice] of [
        ['A1', 4],
        ['B2', 6],
      ] as const) {
        const batch = { number, expiryDate: null }
        await store.record({ medicineId: ofTwoCosts, type: 'purchase', quantity: 2, unitPrice, batch })
      }
      const gone = await store.addMedicine({ currentStock: 9 })
      const typo = await store.addMedicine({ currentStock: 500 })
      await store.record({ medicineId: gone._id, quantity: 4 })
      for (const { _id } of [gone, typo]) {
        await store.inventory.delete(`/api/medicines/${_id}`, { token: store.admin })
      }
      await store.settled()
      await store.analytics.forecast()
    })

    test('every line adds up, whatever the period, and begins where the one before ended', async () => {
      const { startDate } = (await store.report('?period=last-year')).body.period
      const odd = `?period=custom&startDate=${addDays(startDate, 40)}&endDate=${addDays(startDate, 90)}`
      const long = `?period=custom&startDate=${addDays(today(), -3_652)}&endDate=${today()}`
      for (const query of [...presets.map((period) => `?period=${period}`), odd, long, '']) {
        const { body, status } = await store.report(query)
        // The test client checks the answer's schema, which does not allow NaN.
        expect(status).toBe(200)
        expect(body.movements.length).toBeGreaterThan(30)
        for (const { initialStock, added, removed, currentStock } of body.movements) {
          expect(initialStock + added - removed).toBe(currentStock)
          expect(Math.min(initialStock, added, removed, currentStock)).toBeGreaterThanOrEqual(0)
        }
        const { startDate: from, endDate: to } = body.previousPeriod
        const before = (await store.report(`?period=custom&startDate=${from}&endDate=${to}`)).body
        const ends = new Map(before.movements.map((row) => [row._id, row.currentStock]))
        for (const { _id, initialStock } of body.movements) expect(initialStock).toBe(ends.get(_id) ?? 0)
      }
    })

    test('a line tells what the ledger tells', async () => {
      const { movements } = (await store.report('?period=last-week')).body
      expect(movements.find(({ _id }) => _id === medicine._id)).toEqual({
        ...{ _id: medicine._id, medicine: medicine.name, category: 'Vitamins' },
        // Opening 50, bought 30, returned 2; undone transactions do not count. The mean of 0 and 70 is 35.
        ...{ initialStock: 0, added: 82, removed: 12, currentStock: 70, turnoverRate: 0.34 },
        ...{ unitPrice: 20, value: 1_400, costPrice: 15, expiryDate: null },
      })
      // A deleted medicine is in the period in which it was sold; what was left of it counts nowhere.
      expect(movements.filter(({ deleted }) => deleted)).toMatchObject([
        { initialStock: 0, added: 4, removed: 4, currentStock: 0 },
      ])
    })

    test('figures are those of SQL over the transactions and the ledger themselves', async () => {
      const { body } = await store.report('?period=last-quarter')
      const { startDate, endDate } = body.period
      const inPeriod = (at: unknown) => {
        const day = storeDate(TIME_ZONE, new Date(at as number))
        return day >= startDate && day <= endDate
      }
      const traded = await store.salesDatabase
        .db('transactions')
        .where({ status: 'completed', reverses: null, reversed_by: null })
        .select('type', 'total_paise', 'created_at')
      const paise = (type: string) =>
        traded
          .filter((row) => row.type === type && inPeriod(row.created_at))
          .reduce((sum, row) => sum + Number(row.total_paise), 0)
      const { sales, refunds, purchases } = body.summary
      const [refunded, paid] = [paise('return'), paise('purchase')]
      expect([refunded > 0, paid > 0]).toEqual([true, true])
      expect(sales.value).toBe((paise('sale') - refunded) / 100)
      expect([refunds?.value, purchases?.value]).toEqual([refunded / 100, paid / 100])
      const [value] = await store.inventoryDatabase
        .db('medicines')
        .whereNull('deleted_at')
        .sum({ paise: store.inventoryDatabase.db.raw('current_stock * unit_price_paise') })
      expect(body.summary.inventoryValue.value).toBe(Number(value?.paise) / 100)
      const batches: { id: string; stock: number; paise: number | null; last: number | null }[] =
        await store.inventoryDatabase
          .db('batches')
          .join('medicines', 'medicines.id', 'medicine_id')
          .whereNull('deleted_at')
          .where('stock', '>', 0)
          .select('medicines.id', 'stock', { last: 'medicines.cost_price_paise' })
          .select({
            paise: store.inventoryDatabase.db.raw(
              'coalesce(batches.cost_price_paise, medicines.cost_price_paise)',
            ),
          })
      const sum = (cost: 'paise' | 'last') =>
        batches.reduce((total, batch) => total + batch.stock * Number(batch[cost] ?? 0), 0)
      const byMedicine = [...Map.groupBy(batches, ({ id }) => id).values()]
      expect(body.summary.inventoryCost).toEqual({
        value: sum('paise') / 100,
        costed: byMedicine.filter((own) => own.every(({ paise }) => paise !== null)).length,
        medicines: byMedicine.length,
      })
      expect(sum('last')).not.toBe(sum('paise'))
      expect(body.summary.inventoryCost.costed).toBeLessThan(body.summary.inventoryCost.medicines)
      const counted: { category: string; medicines: number }[] = await store.inventoryDatabase
        .db('medicines')
        .whereNull('deleted_at')
        .groupBy('category')
        .orderBy('category')
        .select('category', store.inventoryDatabase.db.raw('count(*) as medicines'))
      expect(body.categories.map(({ category, medicines }) => ({ category, medicines }))).toEqual(
        counted.map(({ category, medicines }) => ({ category, medicines: Number(medicines) })),
      )
    })

    test('the months of the chart add up to the lines, and a change is told where records reach back', async () => {
      const { body } = await store.report('?period=last-year')
      const sum = (rows: { added: number; removed: number }[]) =>
        (['added', 'removed'] as const).map((field) => sumOf(rows.map((row) => row[field])))
      expect(sum(body.stockHistory)).toEqual(sum(body.movements))
      const { startDate, endDate } = body.period
      // 12 months if a month ends today, else 13.
      const months = body.stockHistory.map(({ month }) => month)
      expect([months[0], months.at(-1)]).toEqual([startDate.slice(0, 7), endDate.slice(0, 7)])
      const [first] = await store.db('stock_totals').min({ day: 'day' })
      expect(body.recordedSince).toBe(first?.day)
      expect(first?.day > body.previousPeriod.startDate).toBe(true)
      expect(body.summary.sales.changePercent).toBeNull()
      const month = (await store.report('?period=last-month')).body
      const { value, previous, changePercent } = month.summary.sales
      expect(changePercent).toBe(Math.round(((value - previous) / previous) * 1_000) / 10)
    })

    test('demand is predicted for the next month, and recommendations name figures', async () => {
      const { body } = await store.report()
      expect(body.demandComparison.length).toBeGreaterThan(8)
      const known = body.demandComparison.filter(({ nextMonth }) => nextMonth !== null)
      expect(known.length).toBeGreaterThan(8)
      expect(body.recommendations).toHaveLength(3)
      for (const { text, medicines } of body.recommendations) {
        expect(text).toMatch(/\d/)
        expect(medicines.length).toBeGreaterThan(0)
        for (const { reasons } of medicines) expect(reasons?.join()).toMatch(/\d/)
      }
    })
  })

  test('a kept report follows what was told since', async () => {
    const medicine = await store.addMedicine({ currentStock: 10, unitPrice: 5 })
    await store.settled()
    const lineOf = async () => {
      const { body } = await store.report('?period=last-year')
      return body.movements.find(({ _id }) => _id === medicine._id)
    }
    expect(await lineOf()).toMatchObject({ initialStock: 0, currentStock: 10, unitPrice: 5 })
    await store.record({ medicineId: medicine._id, quantity: 4 })
    await store.save({ ...medicine, currentStock: 6 }, { unitPrice: 7 })
    await store.settled()
    expect(await lineOf()).toMatchObject({ currentStock: 6, unitPrice: 7 })
  })

  /** Value in all, by category, by line, and of what expires, and cost. */
  async function values() {
    const { summary, ...body } = (await store.report()).body
    const sums = [body.categories, body.movements].map((rows) => sumOf(rows.map(({ value = 0 }) => value)))
    return [summary.inventoryValue.value, ...sums, summary.expiringValue, summary.inventoryCost.value]
  }
  async function addedSince(before: number[]) {
    await store.settled()
    return (await values()).map((value, index) => Number((value - (before[index] ?? 0)).toFixed(2)))
  }

  test('stock, and what of it expires, is worth the price of its batch, also of the only one', async () => {
    const before = await values()
    const { _id: medicineId } = await store.addMedicine({ currentStock: 0, unitPrice: 20 })
    const batch = { number: 'B1', expiryDate: addDays(today(), 10), unitPrice: 12 }
    await store.record({ medicineId, type: 'purchase', quantity: 4, unitPrice: 15, batch })
    expect(await addedSince(before)).toEqual([48, 48, 48, 48, 60])
  })

  test('stock of packs is worth, and cost, the exact price of a pack, to the paisa', async () => {
    const before = await values()
    const pack = { packSize: 15, packPrice: 35, packCost: 20.01 }
    await store.addMedicine({ currentStock: 100, ...pack, expiryDate: addDays(today(), 10) })
    const { _id: medicineId } = await store.addMedicine({ currentStock: 45, ...pack })
    const batch = { number: 'B1', expiryDate: addDays(today(), 400), unitPrice: 2 }
    await store.record({ medicineId, type: 'purchase', quantity: 15, unitPrice: 1.33, batch })
    // 100 at ₹35 per 15 are ₹233.33, 3 strips ₹105, 15 at ₹2 ₹30. Cost: ₹20.01 per 15 for all 160.
    expect(await addedSince(before)).toEqual([368.33, 368.33, 368.33, 233.33, 213.44])
  })
})
