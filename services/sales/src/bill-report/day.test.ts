import {
  type BillDocument,
  type BillReport,
  type CreateBill,
  type Drawer,
  type Medicine,
  type RegisteredCounter,
  type SalesToday,
  storeDate,
  sumOf,
} from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { billAt, lineOf, openingOf, proofOf } from '../../test/bills.ts'
import { coins, type Day, dayCalls, entryOf, moveOf, noteOf } from '../../test/drawers.ts'
import { openStore } from '../../test/support.ts'

const modes = ['cash', 'upi', 'card'] as const

describe.each(testDatabases())('a day of three counters on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))
  let day: Day
  let medicine: Medicine
  beforeAll(async () => {
    day = dayCalls(store)
    medicine = await store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35, currentStock: 10_000 })
  })

  /** Sends twenty bills in turn, as a counter's browser does. */
  async function sellAll(counter: RegisteredCounter, differing: Partial<CreateBill>) {
    const sold: BillDocument[] = []
    for (let number = 1; number <= 20; number += 1) {
      const made = billAt(counter, number, { lines: [lineOf(medicine, 4 + number)], ...differing })
      const mode = modes[number % modes.length] as (typeof modes)[number]
      sold.push(await day.good(day.send({ ...made, payments: [{ mode, amount: made.payable }] })))
    }
    return sold
  }

  test('drawers, report, history and hand agree to the paisa, though one counter comes late', async () => {
    const counters = [await day.addCounter(), await day.addCounter(), await day.addCounter()]
    const [first, second, offline] = counters as [RegisteredCounter, RegisteredCounter, RegisteredCounter]
    await day.open(first)
    await day.open(second)
    const late = openingOf(offline)
    const sold = await Promise.all([
      sellAll(first, {}),
      sellAll(second, {}),
      sellAll(offline, { handedOver: true }),
    ])
    await day.good(day.openDrawer(offline, late))
    const returned = sold.flat().filter((_, at) => at % 8 === 0)
    const notes = await Promise.all(
      returned.map((bill, at) => {
        const counter = proofOf(counters[at % 3] as RegisteredCounter)
        return day.good(day.giveBack(bill, noteOf(bill, 2 + (at % 4), { counter }), store.admin))
      }),
    )
    const corrected = sold.slice(0, 2).map((bills) => bills[2] as BillDocument)
    for (const bill of corrected) await day.good(day.move(bill, moveOf('cash', 'upi', 500)))
    const drawers = await day.read<Drawer[]>('/api/bills/drawers')
    const own = (counter: RegisteredCounter) => drawers.find((drawer) => drawer.counter._id === counter._id)
    for (const counter of counters)
      await day.good(day.enterCash(own(counter)?._id as string, entryOf(counter, { amount: 1_050 })))

    const paid = [...sold.flat().flatMap(({ payments }) => payments), { mode: 'upi' as const, amount: 1_000 }]
    const byHand = (mode: string) =>
      sumOf(paid.filter((one) => one.mode === mode).map(({ amount }) => amount))
    const refunds = sumOf(notes.map(({ payable }) => payable))
    const cash = byHand('cash') - 1_000 - refunds
    const closed = await Promise.all(
      counters.map(async (counter) => {
        const id = own(counter)?._id as string
        const { expectedCash } = (await day.readDrawer(id)).body.figures
        const closing = { counter: proofOf(counter), counted: coins(expectedCash) }
        return day.good(day.closeDrawer(id, closing))
      }),
    )
    const sum = (of: (figures: Drawer['figures']) => number) =>
      sumOf(closed.map(({ figures }) => of(figures)))
    expect(sum(({ expectedCash }) => expectedCash)).toBe(3 * 200_000 + cash - 3 * 1_050)
    expect(sum(({ notes: count }) => count)).toBe(8)
    expect(closed.map(({ figures }) => figures.bills.map(({ count }) => count))).toEqual([[20], [20], [20]])

    const today = storeDate()
    const report = await day.read<BillReport>(`/api/bills/report?from=${today}&to=${today}`)
    const net = sumOf(sold.flat().map(({ payable }) => payable)) - refunds
    const byMode = { cash, upi: byHand('upi'), card: byHand('card'), credit: 0 }
    expect(report).toMatchObject({ bills: 60, notes: 8, refunds, byMode })
    expect(report.withoutDrawer).toEqual({ cash: 0, upi: 0, card: 0, credit: 0 })
    expect(report.counters.map((counter) => counter.byMode)).toEqual(
      closed.map(({ figures }) => figures.byMode),
    )
    expect([report.sales - report.refunds, sum((figures) => figures.net)]).toEqual([net, net])
    expect(sumOf(report.rates.map(({ taxable }) => taxable)) + report.roundOff).toBe(net)
    // A credit note counts once inventory has taken its goods back.
    const shown = async () => Math.round((await day.read<SalesToday>('/api/transactions/today')).sales * 100)
    await expect.poll(shown).toBe(net)
  })
})
