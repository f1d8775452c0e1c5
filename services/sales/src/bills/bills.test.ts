import {
  billApprovalSubject,
  type CreateBill,
  defaultBillSettings,
  type ListedBill,
  storeDate,
} from '@mms/contracts'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { billAt, lineOf, numberText, useBills } from '../../test/bills.ts'
import { codeOf, customer } from '../../test/drawers.ts'
import { newKey, sessionOf } from '../../test/support.ts'
import { createUnfinishedStore } from '../outcomes/pending-store.ts'

describe.each(testDatabases())('bills on $name', (database: TestDatabase) => {
  const { store, desk, make, good } = useBills(database)
  const strip = (differing = {}) =>
    store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35, currentStock: 60, ...differing })
  const list = async (query: string) =>
    (await store.client.get<ListedBill[]>(`/api/bills?${query}`, { token: store.staff })).body

  test('several lines are booked as one document, and as a sale for each line', async () => {
    const [one, other] = [await strip(), await store.addMedicine({ unitPrice: 105, schedule: 'H' })]
    const lines = [lineOf(one, 34), lineOf(other, 2, { discount: { paise: 500 } })]
    const bill = make(lines, { customer, discount: { paise: 100 } })
    const body = await good(bill)
    expect(body).toMatchObject({
      ...{ number: numberText(desk.number), status: 'final', title: 'Cash Memo' },
      ...{ total: 7_933 + 20_500 - 100, roundOff: -33, payable: 28_300, handedOver: false },
      lines: [
        { name: one.name, packSize: 15, units: 34, gross: 7_933, batches: [{ number: null, units: 34 }] },
        { name: other.name, schedule: 'H', gross: 21_000, discount: 500, net: 20_500 - 72 },
      ],
    })
    expect((await desk.readBill(bill._id)).body).toEqual(body)
    expect([await store.stockOf(one), await store.stockOf(other)]).toEqual([26, 48])
    const sales = (await store.list('?limit=10')).body.filter(({ bill: own }) => own?._id === bill._id)
    const [first, second] = bill.lines.map(({ _id }) => sales.find((sale) => sale._id === _id))
    expect(sales).toHaveLength(2)
    expect(first).toMatchObject({ type: 'sale', totalAmount: 79.05, newStockLevel: 26 })
    expect(second).toMatchObject({ type: 'sale', totalAmount: 204.28, newStockLevel: 48 })
  })

  test('a refused bill moves nothing, names every refused line and gives its number back', async () => {
    const stocked = (currentStock: number) => store.addMedicine({ currentStock })
    const [full, short, gone] = [await stocked(50), await stocked(3), await stocked(0)]
    const bill = make([lineOf(full, 1), lineOf(short, 4), lineOf(gone, 1)])
    const refused = await desk.send(bill)
    expect(codeOf(refused)).toEqual([409, 'sales.bill_refused'])
    const lacking = bill.lines.slice(1).map(({ _id }) => ({ _id, code: 'inventory.insufficient_stock' }))
    expect(refused.body.refused).toMatchObject(lacking)
    expect(refused.body.refused?.[0]?.offer).toMatchObject({ units: 3 })
    expect([await store.stockOf(full), await store.stockOf(short)]).toEqual([50, 3])
    expect(codeOf(await desk.send(bill))).toEqual([409, 'sales.bill_refused'])
    const again = billAt(desk.counter, desk.number, { lines: [lineOf(full, 1), lineOf(short, 3)] })
    expect((await good(again)).number).toBe(numberText(desk.number))
    expect(codeOf(await desk.send(bill))).toEqual([409, 'sales.bill_refused'])
    expect(codeOf(await desk.send({ ...bill, handedOver: true }))).toEqual([409, 'sales.number_taken'])
    expect([await store.stockOf(full), await store.stockOf(short)]).toEqual([49, 0])
  })

  test('the same id is booked once, and never for another bill', async () => {
    const medicine = await store.addMedicine()
    const bill = make([lineOf(medicine, 2)])
    const answers = await Promise.all([desk.send(bill), desk.send(bill), desk.send(bill)])
    expect(answers.every(({ status }) => status === 201 || status === 202)).toBe(true)
    await expect.poll(async () => (await desk.readBill(bill._id)).body.status).toBe('final')
    const replayed = await desk.send(bill)
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(codeOf(await desk.send({ ...bill, number: desk.number + 1 }))).toEqual([422, 'sales.key_reused'])
    expect(await store.stockOf(medicine)).toBe(48)
    expect(await store.movementsOf(medicine)).toHaveLength(1)
  })

  test('of two bills with one number only one is booked', async () => {
    const medicine = await store.addMedicine()
    const first = make([lineOf(medicine, 1)])
    const both = [first, billAt(desk.counter, desk.number, { lines: [lineOf(medicine, 1)] })]
    const codes = (await Promise.all(both.map((bill) => desk.send(bill)))).map(({ status }) => status)
    expect(codes.toSorted()).toEqual([201, 409])
    expect(await store.stockOf(medicine)).toBe(49)
  })

  test('a bill whose goods have left is booked although the books lack them', async () => {
    const medicine = await store.addMedicine({ currentStock: 3 })
    const bill = make([lineOf(medicine, 5)])
    expect(codeOf(await desk.send(bill))).toEqual([409, 'sales.bill_refused'])
    const { status, body } = await desk.send({ ...bill, handedOver: true })
    expect([status, body]).toMatchObject([201, { handedOver: true, lines: [{ units: 5, found: 2 }] }])
    expect(body.refused).toBeUndefined()
    expect(await store.stockOf(medicine)).toBe(0)
    expect(await list('differs=true')).toMatchObject([{ _id: bill._id, differs: true }])
    expect((await desk.send({ ...bill, handedOver: true })).body).toEqual(body)
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 0, pending: 0 })
  })

  test('while inventory is silent it is pending, and is booked later', async () => {
    const medicine = await store.addMedicine()
    store.inventory.signal('SIGSTOP')
    const bill = make([lineOf(medicine, 2)])
    const asked = desk.send(bill)
    await expect.poll(async () => (await desk.readBill(bill._id)).body.status).toBe('pending')
    const waiting = await createUnfinishedStore(store.db).stats()
    expect(waiting).toMatchObject({ count: 1, oldest: expect.any(Date) })
    const handedOver = await desk.send(bill)
    expect([handedOver.status, handedOver.headers.get('location')]).toEqual([202, `/api/bills/${bill._id}`])
    store.inventory.signal('SIGCONT')
    await asked
    await expect.poll(async () => (await desk.readBill(bill._id)).body.status).toBe('final')
    expect(await store.stockOf(medicine)).toBe(48)
  })

  test('wrong sums, prices and payments are refused', async () => {
    const medicine = await strip()
    const lines = [lineOf(medicine, 15)]
    const refused: [Partial<CreateBill>, number, string][] = [
      [{ payable: 3_400, payments: [{ mode: 'cash', amount: 3_400 }] }, 422, 'sales.sums_differ'],
      [{ payments: [{ mode: 'cash', amount: 3_400 }] }, 400, 'request.invalid'],
      [{ payments: [{ mode: 'cash', amount: 3_500, tendered: 3_000 }] }, 400, 'request.invalid'],
      [{ payments: [{ mode: 'credit', amount: 3_500 }] }, 400, 'request.invalid'],
      [{ lines: [{ ...lines[0], packPrice: 3_600 } as never] }, 400, 'sales.above_mrp'],
      [{ lines: [lineOf(medicine, 15, { discount: { paise: 3_501 } })] }, 400, 'sales.discount_too_large'],
      [{ lines: [] }, 400, 'request.invalid'],
      [{ _id: lines[0]?._id as string }, 400, 'request.invalid'],
      [{ lines: [...lines, ...lines] }, 400, 'request.invalid'],
      [{ lines: [lineOf({ ...medicine, unitPrice: 1e7, mrp: null }, 1e9)] }, 400, 'request.invalid'],
      [{ lines: Array.from({ length: 201 }, () => lineOf(medicine, 1)) }, 400, 'request.invalid'],
      [{ settingsVersion: 7 }, 409, 'sales.settings_changed'],
      [{ day: '2026-01-01' }, 400, 'request.invalid'],
    ]
    const next = (own: CreateBill['lines']) => billAt(desk.counter, desk.number + 1, { lines: own })
    for (const [differing, ...answer] of refused)
      expect(codeOf(await desk.send({ ...next(lines), ...differing }))).toEqual(answer)
    const stale = await desk.send(next([lineOf({ ...medicine, packPrice: 34 }, 15)]))
    expect(stale.body.refused?.[0]?.code).toBe('inventory.price_changed')
    expect(await store.stockOf(medicine)).toBe(60)
  })

  test('beyond the limits staff need an approval of this bill at this amount', async () => {
    const medicine = await store.addMedicine({ unitPrice: 100 })
    const pin = store.tokens.token({ role: 'staff', name: 'Staff', sessionId: sessionOf(new Date()) })
    const callerId = JSON.parse(Buffer.from(pin.split('.')[1] as string, 'base64url').toString()).sub
    const bill = make([lineOf(medicine, 23)], { discount: { basisPoints: 1_001 } })
    expect(codeOf(await desk.send(bill, pin))).toEqual([403, 'sales.approval_required'])
    // Ten percent of ₹11.66 is rounded up to ₹1.17.
    const strip = await store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35 })
    const tenth = make([lineOf(strip, 5)], { discount: { basisPoints: 1_000 } })
    expect((await desk.send(tenth, pin)).status).toBe(201)
    const approvalOf = (other: Partial<CreateBill>) => {
      const subject = billApprovalSubject({ ...bill, ...other })
      return store.tokens.approval({ callerId, purpose: 'sales.bill', subject })
    }
    const dearer = bill.lines.map((line) => ({ ...line, units: line.units + 1 }))
    const foreign = [{ payable: 1 }, { _id: newKey() }, { lines: dearer }].map(approvalOf)
    for (const approval of foreign)
      expect(codeOf(await desk.send({ ...bill, approval }, pin))).toEqual([403, 'sales.approval_required'])
    const owing = (amount: number) => {
      const cash = { mode: 'cash' as const, amount: bill.payable - amount }
      const payments = [{ mode: 'credit' as const, amount }, cash]
      return { ...bill, customer, payments, approval: approvalOf({}) }
    }
    expect(codeOf(await desk.send(owing(200_001), pin))).toEqual([403, 'sales.approval_required'])
    const approved = await desk.send(owing(200_000), pin)
    expect([approved.status, approved.body.approvedBy]).toEqual([201, expect.anything()])
    const credit = make([lineOf(medicine, 21)], { customer })
    const onCredit = { ...credit, payments: [{ mode: 'credit' as const, amount: credit.payable }] }
    expect(codeOf(await desk.send(onCredit, pin))).toEqual([403, 'sales.approval_required'])
    const left = await desk.send({ ...onCredit, handedOver: true }, pin)
    expect([left.status, left.body.overLimit]).toEqual([201, expect.stringContaining('₹2000.00')])
    const [entry] = await store.audit({ action: 'bill' })
    expect(entry).toMatchObject({ action: 'bill.over-limit', subject: credit._id })
  })

  test('schedule H1 needs the names of patient and doctor', async () => {
    const medicine = await store.addMedicine({ schedule: 'H1' })
    await store.untilKnown(medicine)
    const bill = make([lineOf(medicine, 1)])
    expect(codeOf(await desk.send(bill))).toEqual([400, 'request.invalid'])
    expect((await desk.send({ ...bill, customer })).body.errors).toHaveProperty('doctor')
    await good({ ...bill, customer, doctor: { name: 'Dr Rao', registration: '' } })
  })

  test('only an open counter with its secret makes bills', async () => {
    const medicine = await store.addMedicine()
    const closed = await desk.openCounter('C')
    const bill = billAt(closed, 1, { lines: [lineOf(medicine, 1)] })
    const wrong = { ...bill, counter: { _id: closed._id, secret: desk.counter.secret } }
    expect(codeOf(await desk.send(wrong))).toEqual([403, 'sales.counter_unknown'])
    await store.client.post(`/api/bills/counters/${closed._id}/closing`, { token: store.admin })
    expect(codeOf(await desk.send(bill))).toEqual([409, 'sales.counter_closed'])
    expect((await desk.send({ ...bill, handedOver: true })).status).toBe(201)
  })

  test('are found by number, phone, day, medicine and batch, in pages', async () => {
    const medicine = await store.addMedicine({ currentStock: 0 })
    const bought = { medicineId: medicine._id, type: 'purchase', quantity: 9 } as const
    const buy = (number: string, expiryDate: string) =>
      store.record({ ...bought, batch: { number, expiryDate } })
    await buy('AB12', '2030-01-31')
    const ravi = { ...customer, phone: '9000000001' }
    const bills: string[] = []
    for (let each = 0; each < 3; each += 1)
      bills.unshift((await good(make([lineOf(medicine, 1), lineOf(medicine, 1)], { customer: ravi })))._id)
    const ids = async (query: string) => (await list(query)).map(({ _id }) => _id)
    const everything = `medicineId=${medicine._id}&batch=AB12&search=9000000001&day=${storeDate()}`
    for (const query of ['search=9000000001', `medicineId=${medicine._id}`, 'batch=ab12', everything])
      expect(await ids(query)).toEqual(bills)
    expect(await ids(`search=${desk.number}`)).toEqual([bills[0]])
    expect(await ids(`search=${numberText(desk.number)}`)).toEqual([bills[0]])
    expect((await ids(`day=${storeDate()}&limit=2`)).slice(0, 2)).toEqual(bills.slice(0, 2))
    expect(await ids(`batch=AB12&search=${desk.number - 1}`)).toEqual([bills[1]])
    expect(await ids('batch=AB12&differs=true')).toEqual([])
    const path = `/api/bills?medicineId=${medicine._id}&limit=2`
    const first = await store.client.get(path, { token: store.staff })
    const next = /<\/api\/bills\?([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
    expect(await ids(next as string)).toEqual(bills.slice(2))
    await buy('CD34', '2031-01-31')
    const lines = [lineOf(medicine, 5, { batch: { number: 'GONE' } })]
    const { _id } = await good(make(lines, { handedOver: true }))
    for (const batch of ['AB12', 'CD34', 'GONE']) expect((await ids(`batch=${batch}`))[0]).toBe(_id)
  })

  test('sums by the store’s settings and rates of the day', async () => {
    const named = { legalName: 'Asha Medicals', stateCode: '27', gstin: '27AAPFU0939F1ZV' }
    const settings = { ...defaultBillSettings, ...named, taxStatus: 'regular' as const }
    await store.client.put('/api/bills/store', { token: store.admin, body: settings })
    const medicine = await strip()
    expect(await good(make([lineOf(medicine, 15)], { settingsVersion: 1 }, settings))).toMatchObject({
      ...{ title: 'Tax Invoice', store: { legalName: 'Asha Medicals' } },
      rates: [{ rateBp: 500, taxable: 3_334, cgst: 83, sgst: 83, igst: 0 }],
    })
    expect((await good(make([lineOf(medicine, 15)], { handedOver: true }))).title).toBe('Cash Memo')
  })
})
