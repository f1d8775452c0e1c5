import {
  type AuditEntry,
  type BillDocument,
  type CreateCashEntry,
  type CreateNote,
  type Drawer,
  financialYearOf,
  type Medicine,
  type Payment,
  type RegisteredCounter,
  storeDate,
} from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { billAt, billCalls, type DrawerAnswer, lineOf, openingOf, proofOf } from '../../test/bills.ts'
import { newKey, openStore } from '../../test/support.ts'

describe.each(testDatabases())('drawers on $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database))
  const year = financialYearOf(storeDate())
  let calls: ReturnType<typeof billCalls>
  let medicine: Medicine
  beforeAll(async () => {
    calls = billCalls(store.client, store)
    medicine = await store.addMedicine({ unitPrice: 100, currentStock: 10_000 })
  })

  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  let used = 0
  const numbers = new Map<string, number>()
  async function addCounter(): Promise<RegisteredCounter> {
    used += 1
    return calls.openCounter(letters[used - 1])
  }
  const nextNumber = (counter: RegisteredCounter) => {
    const number = 1 + (numbers.get(counter._id) ?? 0)
    numbers.set(counter._id, number)
    return number
  }
  const makeBill = (counter: RegisteredCounter, units: number, differing = {}) =>
    billAt(counter, nextNumber(counter), { lines: [lineOf(medicine, units)], ...differing })
  async function sell(counter: RegisteredCounter, units: number, differing = {}): Promise<BillDocument> {
    const { status, body } = await calls.send(makeBill(counter, units, differing))
    expect([status, body]).toEqual([201, expect.anything()])
    return body
  }
  async function open(counter: RegisteredCounter, differing = {}): Promise<Drawer> {
    const { status, body } = await calls.openDrawer(counter, differing)
    expect([status, body]).toEqual([201, expect.anything()])
    return body
  }
  const entryOf = (
    counter: RegisteredCounter,
    differing: Partial<CreateCashEntry> = {},
  ): CreateCashEntry => ({
    ...{ _id: newKey(), counter: proofOf(counter), direction: 'out', kind: 'expense', amount: 4_500 },
    ...{ note: 'Tea', madeAt: new Date().toISOString(), ...differing },
  })
  const noteOf = (bill: BillDocument, units: number, differing: Partial<CreateNote> = {}): CreateNote => ({
    ...{ _id: newKey(), refundMode: 'cash', reason: 'Not needed', ...differing },
    lines: [{ line: bill.lines[0]?._id as string, units, to: 'stock' }],
  })
  const giveBack = (bill: BillDocument, note: CreateNote) =>
    store.client.post<BillDocument>(`/api/bills/${bill._id}/notes`, { token: store.staff, body: note })
  const figuresOf = async ({ _id }: Drawer) => (await calls.readDrawer(_id)).body.figures
  const codeOf = ({ status, body }: DrawerAnswer) => [status, body.code]
  const coins = (amount: number) => ({ notes: [], coins: amount })

  test('a day is opened, counted and closed as a numbered report that never changes', async () => {
    const counter = await addCounter()
    const drawer = await open(counter)
    expect(drawer).toMatchObject({ float: 200_000, pharmacist: 'Asha Rao', day: storeDate(), closing: null })
    const payments = (amounts: Partial<Record<Payment['mode'], number>>) => ({
      payments: Object.entries(amounts).map(([mode, amount]) => ({ mode, amount })),
    })
    const first = await sell(counter, 3)
    await sell(counter, 5, payments({ cash: 20_000, upi: 30_000 }))
    await giveBack(first, noteOf(first, 1))
    expect((await calls.enterCash(drawer._id, entryOf(counter))).status).toBe(201)
    const added = entryOf(counter, { direction: 'in', kind: 'change', amount: 1_000 })
    expect((await calls.enterCash(drawer._id, added)).body.entries).toHaveLength(2)
    const text = (number: number) => `${counter.code}/${year}/${String(number).padStart(6, '0')}`
    const figures = {
      ...{ sales: 80_000, refunds: 10_000, net: 70_000, notes: 1, cashIn: 1_000, cashOut: 4_500 },
      byMode: { cash: 40_000, upi: 30_000, card: 0, credit: 0 },
      ...{ expectedCash: 236_500, bills: [{ first: text(1), last: text(2), count: 2 }] },
      rates: [{ rateBp: 0, taxable: 70_000, cgst: 0, sgst: 0, igst: 0 }],
    }
    expect(await figuresOf(drawer)).toEqual(figures)
    const closing = { counter: proofOf(counter), highest: { [year]: 2 }, counted: coins(236_300) }
    const unexplained = await calls.closeDrawer(drawer._id, closing)
    expect([unexplained.status, unexplained.body.errors?.reason]).toEqual([
      400,
      'The drawer is ₹2.00 short: say why',
    ])
    const explained = { ...closing, reason: 'Change given twice' }
    const closed = await calls.closeDrawer(drawer._id, explained)
    expect(closed).toMatchObject({
      status: 200,
      body: {
        figures,
        closing: {
          ...{ number: `${counter.code}Z/${year}/000001`, reason: 'Change given twice' },
          ...{ countedCash: 236_300, difference: -200, counted: coins(236_300) },
        },
      },
    })
    const again = await calls.closeDrawer(drawer._id, explained)
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      200,
      'true',
      closed.body,
    ])
    expect(codeOf(await calls.closeDrawer(drawer._id, { ...explained, counted: coins(1) }))).toEqual([
      409,
      'sales.drawer_closed',
    ])
    await sell(counter, 1)
    expect((await calls.readDrawer(drawer._id)).body).toEqual(closed.body)
    const log = await store.client.get<AuditEntry[]>('/api/transactions/history?action=drawer', {
      token: store.admin,
    })
    expect(log.body.slice(0, 4).map(({ action, after }) => [action, after?.difference])).toEqual([
      ['drawer.closed', -200],
      ['drawer.entry', undefined],
      ['drawer.entry', undefined],
      ['drawer.opened', undefined],
    ])
  })
})
