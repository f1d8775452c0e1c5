import {
  type BillDocument,
  type CloseDrawer,
  type Drawer,
  financialYearOf,
  type RegisteredCounter,
  storeDate,
  sumOf,
} from '@mms/contracts'
import { beforeAll, expect, test } from 'vitest'
import { proofOf } from '../../test/bills.ts'
import { codeOf, coins, type Day, dayCalls, entryOf, noteOf, paidBy } from '../../test/drawers.ts'
import { answered, describeStore, newKey } from '../../test/support.ts'

const HOUR_MS = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describeStore('drawers on $name', (store) => {
  const year = financialYearOf(storeDate())
  let day: Day
  beforeAll(() => {
    day = dayCalls(store)
  })
  const closingOf = (counter: RegisteredCounter, differing: Partial<CloseDrawer> = {}) => ({
    ...{ counter: proofOf(counter), counted: coins(200_000), ...differing },
  })
  const text = ({ code }: RegisteredCounter, number: number) =>
    `${code}/${year}/${String(number).padStart(6, '0')}`

  test('a day is opened, counted and closed as a numbered report that never changes', async () => {
    const counter = await day.addCounter()
    const drawer = await day.open(counter)
    expect(drawer).toMatchObject({ float: 200_000, pharmacist: 'Asha Rao', day: storeDate(), closing: null })
    const first = await day.sell(counter, 3)
    await day.sell(counter, 5, paidBy({ cash: 20_000, upi: 30_000 }))
    await day.good(day.giveBack(first, noteOf(first, 1)))
    const out = entryOf(counter)
    await day.good(day.enterCash(drawer._id, out))
    const added = entryOf(counter, { direction: 'in', kind: 'change', amount: 1_000 })
    expect((await day.enterCash(drawer._id, added)).body.entries).toHaveLength(2)
    expect((await day.enterCash(drawer._id, out)).headers.get('idempotent-replayed')).toBe('true')
    const figures = {
      ...{ sales: 80_000, refunds: 10_000, net: 70_000, notes: 1, cashIn: 1_000, cashOut: 4_500 },
      byMode: { cash: 40_000, upi: 30_000, card: 0, credit: 0 },
      ...{ expectedCash: 236_500, bills: [{ first: text(counter, 1), last: text(counter, 2), count: 2 }] },
      rates: [{ rateBp: 0, taxable: 70_000, cgst: 0, sgst: 0, igst: 0 }],
    }
    expect(await day.figuresOf(drawer)).toEqual(figures)
    const closing = closingOf(counter, { highest: { [year]: 2 }, counted: coins(236_300) })
    const unexplained = await day.closeDrawer(drawer._id, closing)
    const short = { errors: { reason: 'The drawer is ₹2.00 short: enter the reason' } }
    expect(unexplained).toMatchObject({ status: 400, body: short })
    const explained = { ...closing, reason: 'Change given twice' }
    const closed = await day.closeDrawer(drawer._id, explained)
    const counted = { countedCash: 236_300, difference: -200, counted: coins(236_300) }
    const report = { number: `${counter.code}Z/${year}/000001`, reason: 'Change given twice', ...counted }
    expect(closed).toMatchObject({ status: 200, body: { figures, closing: report } })
    const again = await day.closeDrawer(drawer._id, explained)
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', closed.body])
    const other = await day.closeDrawer(drawer._id, { ...explained, counted: coins(1) })
    expect(codeOf(other)).toEqual([409, 'sales.drawer_closed'])
    await day.sell(counter, 1)
    expect((await day.readDrawer(drawer._id)).body).toEqual(closed.body)
    const log = await store.audit({ action: 'drawer' })
    expect(log.slice(0, 4).map(({ action, after }) => [action, after?.difference])).toEqual([
      ['drawer.closed', -200],
      ['drawer.entry', undefined],
      ['drawer.entry', undefined],
      ['drawer.opened', undefined],
    ])
    const next = await day.open(counter)
    const closedNext = await day.closeDrawer(next._id, closingOf(counter))
    expect(closedNext.body.closing?.number).toBe(`${counter.code}Z/${year}/000002`)
  })

  test('a drawer whose opening arrives late takes in the refunds since', async () => {
    const counter = await day.addCounter()
    const early = await day.sell(counter, 2, { madeAt: ago(HOUR_MS), handedOver: true })
    const openedAt = new Date().toISOString()
    await day.good(day.giveBack(early, noteOf(early, 1)))
    const drawer = await day.open(counter, { openedAt })
    expect(drawer.figures).toMatchObject({ refunds: 10_000, notes: 1, sales: 0, expectedCash: 190_000 })
    expect(drawer.figures.bills).toEqual([])
  })

  test('a drawer that is opened late takes in the bills that were made since', async () => {
    const counter = await day.addCounter()
    const opened = ago(2 * HOUR_MS)
    const before = await day.sell(counter, 1, { madeAt: ago(3 * HOUR_MS), handedOver: true })
    const since = await day.sell(counter, 2, { madeAt: ago(HOUR_MS), handedOver: true })
    const drawer = await day.open(counter, { openedAt: opened })
    expect(drawer.figures).toMatchObject({ sales: since.payable, bills: [{ count: 1 }] })
    await day.sell(counter, 4, { madeAt: before.madeAt, handedOver: true })
    await day.sell(counter, 3)
    expect((await day.figuresOf(drawer)).sales).toBe(50_000)
  })

  test('one drawer is open at a time, once under its id', async () => {
    const [counter, closed] = [await day.addCounter(), await day.addCounter()]
    const _id = newKey()
    const openedAt = new Date().toISOString()
    const answers = await Promise.all([0, 1].map(() => day.openDrawer(counter, { _id, openedAt })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(codeOf(await day.openDrawer(counter))).toEqual([409, 'sales.drawer_open'])
    const other = await day.openDrawer(counter, { _id, openedAt, float: 1 })
    expect(codeOf(other)).toEqual([422, 'sales.key_reused'])
    const both = await Promise.all([day.openDrawer(closed), day.openDrawer(closed)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const opened = both.find(({ status }) => status === 201)?.body._id as string
    await day.good(day.closeDrawer(opened, closingOf(closed)))
    await store.client.post(`/api/bills/counters/${closed._id}/closing`, { token: store.admin })
    expect(codeOf(await day.openDrawer(closed))).toEqual([409, 'sales.counter_closed'])
    const stranger = { ...counter, secret: closed.secret }
    expect(codeOf(await day.openDrawer(stranger))).toEqual([403, 'sales.counter_unknown'])
    expect(codeOf(await day.openDrawer(counter, { float: -1 }))).toEqual([400, 'request.invalid'])
  })

  test('only its counter fills and closes it, or an administrator after a recent proof', async () => {
    const [counter, other] = [await day.addCounter(), await day.addCounter()]
    const drawer = await day.open(counter)
    const refused = [403, 'sales.counter_unknown']
    expect(codeOf(await day.enterCash(drawer._id, entryOf(other)))).toEqual(refused)
    expect(codeOf(await day.closeDrawer(drawer._id, closingOf(other)))).toEqual(refused)
    const without = { counted: coins(200_000) }
    expect(codeOf(await day.closeDrawer(drawer._id, without))).toEqual([403, 'auth.forbidden'])
    const unproven = store.tokens.token({ role: 'admin', authTime: 0 })
    expect(codeOf(await day.closeDrawer(drawer._id, without, unproven))).toEqual([403, 'auth.reauthenticate'])
    expect(codeOf(await day.enterCash(newKey(), entryOf(counter)))).toEqual([404, 'sales.drawer_not_found'])
    expect(codeOf(await day.closeDrawer(newKey(), without))).toEqual([404, 'sales.drawer_not_found'])
    expect((await day.readDrawer(drawer._id)).body).toMatchObject({ entries: [], closing: null })
    expect((await day.closeDrawer(drawer._id, without, store.admin)).body.closing?.difference).toBe(0)
    const late = await day.enterCash(drawer._id, entryOf(counter))
    expect(codeOf(late)).toEqual([409, 'sales.drawer_closed'])
  })

  test('it closes only with a count, and a reason for a difference', async () => {
    const counter = await day.addCounter()
    const drawer = await day.open(counter)
    const nothing = closingOf(counter, { counted: coins(0), reason: 'x' })
    const errors = { counted: 'Count the cash in the drawer' }
    expect(await day.closeDrawer(drawer._id, nothing)).toMatchObject({ status: 400, body: { errors } })
    const notes = [{ value: 50_000, count: 4 }]
    const over = await day.closeDrawer(drawer._id, closingOf(counter, { counted: { notes, coins: 50 } }))
    expect(over.body.errors).toEqual({ reason: 'The drawer is ₹0.50 over: enter the reason' })
    await day.good(day.closeDrawer(drawer._id, closingOf(counter, { counted: { notes, coins: 0 } })))
  })

  test('it stays open while a number of its counter is missing or pending', async () => {
    const counter = await day.addCounter()
    await day.sell(counter, 1)
    const drawer = await day.open(counter)
    const lost = await day.makeBill(counter, 1)
    const late = await day.sell(counter, 1)
    const counted = coins(210_000)
    const short = await day.closeDrawer(drawer._id, closingOf(counter, { counted }))
    const lacks = (...numbers: number[]) => {
      const errors = { numbers: numbers.map((at) => text(counter, at)).join(', ') }
      return answered(409, { code: 'sales.numbers_missing', errors })
    }
    expect(short).toMatchObject(lacks(2))
    await day.good(day.send({ ...lost, madeAt: late.madeAt }))
    const unsent = closingOf(counter, { counted: coins(220_000), highest: { [year]: 30 } })
    const twenty = Array.from({ length: 20 }, (_, at) => 4 + at)
    expect(await day.closeDrawer(drawer._id, unsent)).toMatchObject(lacks(...twenty))
    store.inventory.signal('SIGSTOP')
    const bill = await day.makeBill(counter, 1)
    const asked = day.send(bill)
    const isPending = async () => (await day.readBill(bill._id)).body.status
    await expect.poll(isPending).toBe('pending')
    const pending = await day.closeDrawer(drawer._id, closingOf(counter, { counted: coins(220_000) }))
    expect(pending).toMatchObject(lacks(4))
    store.inventory.signal('SIGCONT')
    await asked
    await expect.poll(isPending).toBe('final')
    await day.good(day.closeDrawer(drawer._id, closingOf(counter, { counted: coins(230_000) })))
  })

  test('a refund comes from the drawer of the counter that pays it', async () => {
    const [sold, paying, closed] = [await day.addCounter(), await day.addCounter(), await day.addCounter()]
    const [one, other] = [await day.open(sold), await day.open(paying)]
    const bill = await day.sell(sold, 4)
    const stranger = { _id: paying._id, secret: sold.secret }
    const refused = await day.giveBack(bill, noteOf(bill, 1, { counter: stranger }))
    expect(codeOf(refused)).toEqual([403, 'sales.counter_unknown'])
    await day.good(day.giveBack(bill, noteOf(bill, 1, { counter: proofOf(paying) })))
    await day.good(day.giveBack(bill, noteOf(bill, 2)))
    await day.good(day.giveBack(bill, noteOf(bill, 1, { counter: proofOf(closed) })))
    expect((await day.figuresOf(one)).byMode.cash).toBe(40_000 - 20_000)
    expect(await day.figuresOf(other)).toMatchObject({ refunds: 10_000, notes: 1, sales: 0, bills: [] })
  })

  test('those of a day or a counter are listed, else the open ones', async () => {
    const counter = await day.addCounter()
    const opened = ago(26 * HOUR_MS)
    const drawer = await day.open(counter, { openedAt: opened })
    const idsOf = async (query: string) =>
      (await day.read<Drawer[]>(`/api/bills/drawers?${query}`)).map(({ _id }) => _id)
    const daysAgo = (days: number) => storeDate('Asia/Kolkata', new Date(Date.now() - days * 24 * HOUR_MS))
    expect(await idsOf('')).toContain(drawer._id)
    expect(await idsOf(`day=${storeDate('Asia/Kolkata', new Date(opened))}`)).toEqual([drawer._id])
    expect(await idsOf(`day=${daysAgo(3)}`)).toEqual([])
    await day.good(day.closeDrawer(drawer._id, closingOf(counter)))
    const newest = await day.open(counter)
    expect(await idsOf(`counter=${counter._id}`)).toEqual([newest._id])
    expect(await idsOf('')).not.toContain(drawer._id)
    expect(await idsOf(`day=${storeDate()}`)).toContain(drawer._id)
  })

  test('everything that is booked while a drawer closes is in its report, or in no drawer', async () => {
    const counter = await day.addCounter()
    const drawer = await day.open(counter)
    const sold = await day.sell(counter, 20)
    const bills = await Promise.all(Array.from({ length: 8 }, () => day.makeBill(counter, 1)))
    const closing = closingOf(counter, { counted: coins(1), reason: 'A race' })
    const [sent, noted, entered] = await Promise.all([
      Promise.all(bills.map((bill) => day.send(bill))),
      Promise.all([1, 2, 3].map(() => day.giveBack(sold, noteOf(sold, 1)))),
      day.enterCash(drawer._id, entryOf(counter)),
      expect.poll(async () => (await day.closeDrawer(drawer._id, closing)).status).toBe(200),
    ])
    expect([...sent, ...noted].map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 201))
    const report = (await day.readDrawer(drawer._id)).body.figures
    const booked = await store.db('bill_payments').where({ drawer_id: drawer._id }).sum({ sum: 'amount' })
    expect(report.byMode.cash).toBe(Number(booked[0]?.sum))
    expect(report.cashOut).toBe(entered.status === 201 ? 4_500 : 0)
    const documents = await store.db('bills').where({ counter_id: counter._id }).pluck('document')
    const bookings = documents.map((document): BillDocument => JSON.parse(document))
    const net = sumOf(bookings.map(({ creditOf, payable }) => (creditOf ? 0 - payable : payable)))
    expect(net).toBe(200_000 + 80_000 - 30_000)
  })
})
