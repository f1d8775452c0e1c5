import {
  addDays,
  type BillLineRow,
  type BillReport,
  type BillRow,
  type Medicine,
  type RegisteredCounter,
  type SalesToday,
  type ShownBillSettings,
  storeDate,
} from '@mms/contracts'
import { beforeAll, expect, test } from 'vitest'
import { billAt, lineOf, proofOf } from '../../test/bills.ts'
import { codeOf, customer, type Day, dayCalls, moveOf, noteOf, paidBy } from '../../test/drawers.ts'
import { describeStore } from '../../test/support.ts'

describeStore('the report of bills on $name', (store) => {
  const [today, before] = [storeDate(), addDays(storeDate(), -1)]
  let day: Day
  let settings: ShownBillSettings
  let first: RegisteredCounter
  let other: RegisteredCounter
  let medicine: Medicine
  beforeAll(async () => {
    day = dayCalls(store)
    const { version: _, ...saved } = await day.read<ShownBillSettings>('/api/bills/store')
    const body = { ...saved, taxStatus: 'regular', gstin: '27AAPFU0939F1ZV', stateCode: '27' }
    settings = await day.good(store.client.put('/api/bills/store', { token: store.admin, body }))
    first = await day.addCounter()
    other = await day.addCounter()
    medicine = await store.addMedicine({ unitPrice: 104.4, currentStock: 100 })
    await day.open(first)
  })
  const sell = (number: number, units: number, differing = {}) => {
    const parts = { lines: [lineOf(medicine, units)], settingsVersion: settings.version, ...differing }
    return day.good(day.send(billAt(first, number, parts, settings)))
  }
  const reportOf = (from: string, to: string) =>
    day.read<BillReport>(`/api/bills/report?from=${from}&to=${to}`)
  const noMoney = { cash: 0, upi: 0, card: 0, credit: 0 }

  test('adds up sales, refunds, tax and money by mode, counter and person', async () => {
    const yesterday = await sell(1, 1, { day: before })
    const credited = await sell(2, 5, { customer, ...paidBy({ credit: 40_000, upi: 12_200 }) })
    await day.good(day.move(credited, moveOf('credit', 'card', 10_000, { counter: proofOf(first) })))
    const refund = noteOf(yesterday, 1, { counter: proofOf(other), refundMode: 'upi' })
    const note = await day.good(day.giveBack(yesterday, refund))
    expect([yesterday.payable, yesterday.roundOff, note.payable]).toEqual([10_400, -40, 10_400])
    const rate = (taxable: number, tax: number) => ({ rateBp: 500, taxable, cgst: tax, sgst: tax, igst: 0 })
    expect(await reportOf(before, before)).toMatchObject({
      ...{ bills: 1, notes: 0, sales: 10_400, refunds: 0, roundOff: -40, rates: yesterday.rates },
      byMode: { ...noMoney, cash: 10_400 },
      withoutDrawer: noMoney,
    })
    const trade = { bills: 1, notes: 1, sales: 52_200, refunds: 10_400 }
    const shown = ({ _id, code, name }: RegisteredCounter) => ({ _id, code, name })
    const money = { cash: 0, upi: 12_200 - 10_400, card: 10_000, credit: 30_000 }
    expect(await reportOf(today, today)).toEqual({
      ...{ from: today, to: today, ...trade, byMode: money, roundOff: 40 },
      rates: [rate(49_714 - 9_942, 1_243 - 249)],
      counters: [
        { ...shown(first), ...trade, notes: 0, refunds: 0, byMode: { ...money, upi: 12_200 } },
        { ...shown(other), ...trade, bills: 0, sales: 0, byMode: { ...noMoney, upi: -10_400 } },
      ],
      people: [{ _id: expect.any(String), name: credited.seller.name, ...trade, byMode: money }],
      withoutDrawer: { ...noMoney, upi: -10_400 },
    })
    expect(await reportOf(addDays(before, -5), addDays(before, -1))).toMatchObject({
      ...{ bills: 0, sales: 0, byMode: noMoney, rates: [], counters: [], people: [] },
    })
  })

  test('its rows for files come in pages and add up to it, too', async () => {
    async function rowsOf<Row>(kind: 'bills' | 'lines') {
      const rows: Row[] = []
      for (let path = `/api/bills/report/${kind}?from=${before}&to=${today}&limit=1`; path; ) {
        const { status, body, headers } = await store.client.get<Row[]>(path, { token: store.staff })
        expect([status, body.length]).toEqual([200, 1])
        rows.push(...body)
        path = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      }
      return rows
    }
    const [bills, lines] = [await rowsOf<BillRow>('bills'), await rowsOf<BillLineRow>('lines')]
    const report = await reportOf(before, today)
    const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
    const payables = bills.map(({ kind, payable }) => `${kind} ${payable}`)
    expect(payables).toEqual(['bill 10400', 'bill 52200', 'note -10400'])
    expect(bills[2]?.creditOf).toBe(bills[0]?.number)
    expect(sum(bills, ({ payable }) => payable)).toBe(report.sales - report.refunds)
    expect(sum(bills, ({ roundOff }) => roundOff)).toBe(report.roundOff)
    for (const rows of [bills, lines] as { cgst: number; taxable: number }[][]) {
      expect(sum(rows, ({ cgst }) => cgst)).toBe(report.rates[0]?.cgst)
      expect(sum(rows, ({ taxable }) => taxable)).toBe(report.rates[0]?.taxable)
    }
    expect(lines.flatMap(({ units, net }) => [units, net])).toEqual([1, 10_440, 5, 52_200, -1, -10_440])
  })

  test('today agrees with it to the paisa', async () => {
    await sell(3, 3)
    const report = await reportOf(before, today)
    expect(report.roundOff).toBe(-20)
    const shown = await day.read<SalesToday>('/api/transactions/today')
    const net = (report.sales - report.refunds) / 100
    expect([shown.sales, shown.people.map(({ sales }) => sales)]).toEqual([net, [net]])
  })

  test('covers at most 366 days', async () => {
    const statusOf = async (from: string, to: string) =>
      codeOf(await store.client.get(`/api/bills/report?from=${from}&to=${to}`, { token: store.staff }))
    expect(await statusOf('2024-01-01', '2024-12-31')).toEqual([200, undefined])
    expect(await statusOf('2024-01-01', '2025-01-01')).toEqual([400, 'request.invalid'])
    expect(await statusOf('2024-01-02', '2024-01-01')).toEqual([400, 'request.invalid'])
  })
})
