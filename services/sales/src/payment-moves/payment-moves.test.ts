import { addDays, type OpenCredit, type PaymentMove, storeDate } from '@mms/contracts'
import { beforeAll, expect, test } from 'vitest'
import { proofOf } from '../../test/bills.ts'
import { codeOf, coins, customer, type Day, dayCalls, moveOf, noteOf, paidBy } from '../../test/drawers.ts'
import { describeStore, newKey } from '../../test/support.ts'

describeStore('payment moves on $name', (store) => {
  let day: Day
  beforeAll(() => {
    day = dayCalls(store)
  })
  const movesOf = ({ _id }: { _id: string }) => day.read<PaymentMove[]>(`/api/bills/${_id}/payment-moves`)
  const creditsOf = (phone: string) => day.read<OpenCredit[]>(`/api/bills/credits?phone=${phone}`)
  const onCredit = (phone: string, credit: number, cash: number) => ({
    customer: { ...customer, phone },
    ...paidBy({ credit, cash }),
  })

  test('a wrong mode is corrected once while the drawer of the bill is open', async () => {
    const counter = await day.addCounter()
    const drawer = await day.open(counter)
    const bill = await day.sell(counter, 5, paidBy({ cash: 30_000, upi: 20_000 }))
    const move = moveOf('cash', 'upi', 10_000, { reference: 'UTR 7' })
    const answers = await Promise.all([day.move(bill, move), day.move(bill, move)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(codeOf(await day.move(bill, { ...move, amount: 9_999 }))).toEqual([422, 'sales.key_reused'])
    expect((await day.figuresOf(drawer)).byMode).toEqual({ cash: 20_000, upi: 30_000, card: 0, credit: 0 })
    expect(await day.figuresOf(drawer)).toMatchObject({ sales: 50_000, refunds: 0, bills: [{ count: 1 }] })
    expect(await movesOf(bill)).toMatchObject([
      { from: 'cash', to: 'upi', amount: 10_000, reference: 'UTR 7' },
    ])
    expect((await day.readBill(bill._id)).body).toEqual(bill)
    await day.good(day.giveBack(bill, noteOf(bill, 1)))
    const more = await day.move(bill, moveOf('cash', 'card', 10_001))
    expect([codeOf(more), more.body]).toMatchObject([
      [409, 'sales.nothing_to_move'],
      { errors: { amount: 'At most ₹100.00 of this bill can be moved from cash' } },
    ])
    await day.good(day.move(bill, moveOf('cash', 'card', 10_000)))
    const closing = { counter: proofOf(counter), counted: coins(200_000) }
    await day.good(day.closeDrawer(drawer._id, closing))
    expect(codeOf(await day.move(bill, moveOf('upi', 'cash', 1)))).toEqual([409, 'sales.drawer_closed'])
    const log = await store.audit({ action: 'payment' })
    expect(log.map(({ action, subject, after }) => [action, subject, after?.to])).toEqual([
      ['payment.moved', bill.number, 'card'],
      ['payment.moved', bill.number, 'upi'],
    ])
  })

  test('without a drawer a mode is corrected on the day of the bill', async () => {
    const counter = await day.addCounter()
    const [today, before] = [storeDate(), addDays(storeDate(), -1)]
    const old = await day.sell(counter, 1, { day: before })
    const bill = await day.sell(counter, 1, { day: today })
    expect(codeOf(await day.move(old, moveOf('cash', 'upi', 100)))).toEqual([409, 'sales.drawer_closed'])
    await day.good(day.move(bill, moveOf('cash', 'upi', 100)))
  })

  test('paid credit goes into the drawer that takes it, and is found by phone until it is paid', async () => {
    const phone = '9000000001'
    const [sold, paying] = [await day.addCounter(), await day.addCounter()]
    const [one, other] = [await day.open(sold), await day.open(paying)]
    const written = '+91 90000 00001'
    const bill = await day.sell(sold, 10, onCredit(written, 80_000, 20_000))
    const later = await day.sell(sold, 1, onCredit(phone, 10_000, 0))
    await day.good(day.giveBack(bill, noteOf(bill, 3)))
    const shown = { customer: { name: 'Meera', phone }, day: bill.day }
    const first = { ...shown, customer: { name: 'Meera', phone: written } }
    expect(await creditsOf(phone)).toEqual([
      { ...first, _id: bill._id, number: bill.number, payable: 100_000, open: 50_000 },
      { ...shown, _id: later._id, number: later.number, payable: 10_000, open: 10_000 },
    ])
    const closing = { counter: proofOf(sold), counted: coins(1), reason: 'Not counted' }
    await day.good(day.closeDrawer(one._id, closing))
    const counter = proofOf(paying)
    const stranger = { ...counter, secret: sold.secret }
    const refused = await day.move(bill, moveOf('credit', 'cash', 1, { counter: stranger }))
    expect(codeOf(refused)).toEqual([403, 'sales.counter_unknown'])
    await day.good(day.move(bill, moveOf('credit', 'cash', 30_000, { counter })))
    await day.good(day.move(bill, moveOf('credit', 'upi', 5_000)))
    const more = await day.move(bill, moveOf('credit', 'cash', 15_001, { counter }))
    expect(codeOf(more)).toEqual([409, 'sales.nothing_to_move'])
    expect((await day.figuresOf(other)).byMode).toEqual({ cash: 30_000, upi: 0, card: 0, credit: -30_000 })
    expect((await creditsOf(phone)).map(({ open }) => open)).toEqual([15_000, 10_000])
    const note = await day.good(day.giveBack(bill, noteOf(bill, 2, { counter })))
    expect(note.payments).toEqual([
      { mode: 'credit', amount: 15_000 },
      { mode: 'cash', amount: 5_000 },
    ])
    expect((await creditsOf(phone)).map(({ open }) => open)).toEqual([10_000])
    expect(await creditsOf('9000000002')).toEqual([])
  })

  test('a correction takes nothing that the drawer of another counter received', async () => {
    const [sold, paying] = [await day.addCounter(), await day.addCounter()]
    const [one, other] = [await day.open(sold), await day.open(paying)]
    const bill = await day.sell(sold, 4, onCredit('9000000004', 20_000, 20_000))
    await day.good(day.move(bill, moveOf('credit', 'cash', 20_000, { counter: proofOf(paying) })))
    const more = await day.move(bill, moveOf('cash', 'upi', 20_001))
    expect(codeOf(more)).toEqual([409, 'sales.nothing_to_move'])
    await day.good(day.move(bill, moveOf('cash', 'upi', 20_000)))
    const cash = await Promise.all([one, other].map(async (each) => (await day.figuresOf(each)).byMode.cash))
    expect(cash).toEqual([0, 20_000])
  })

  test('a paid credit is refunded in money, whoever asks first', async () => {
    const counter = await day.addCounter()
    const bill = await day.sell(counter, 2, onCredit('9000000003', 20_000, 0))
    const [move, note] = await Promise.all([
      day.move(bill, moveOf('credit', 'cash', 20_000)),
      day.giveBack(bill, noteOf(bill, 2)),
    ])
    expect(note.status).toBe(201)
    const mode = move.status === 201 ? 'cash' : 'credit'
    expect(note.body.payments).toEqual([{ mode, amount: 20_000 }])
    const both = await Promise.all([1, 2].map(() => day.move(bill, moveOf('credit', 'upi', 20_000))))
    expect(both.map(codeOf)).toEqual([1, 2].map(() => [409, 'sales.nothing_to_move']))
    const payments = store.db('bill_payments').whereIn('bill_id', [bill._id, note.body._id])
    const rows = await payments.groupBy('mode').sum({ sum: 'amount' })
    for (const { sum } of rows) expect(Number(sum)).toBe(0)
  })

  test('two corrections at once take no more than there is', async () => {
    const counter = await day.addCounter()
    await day.open(counter)
    const bill = await day.sell(counter, 1)
    const moves = [moveOf('cash', 'upi', 6_000), moveOf('cash', 'card', 6_000)]
    const both = await Promise.all(moves.map((move) => day.move(bill, move)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('notes, pending bills and wrong amounts have no moves', async () => {
    const counter = await day.addCounter()
    const bill = await day.sell(counter, 1)
    const note = await day.good(day.giveBack(bill, noteOf(bill, 1)))
    for (const _id of [note._id, newKey()])
      expect(codeOf(await day.move({ _id }, moveOf('cash', 'upi', 1)))).toEqual([404, 'sales.bill_not_found'])
    const wrong = [moveOf('cash', 'cash', 1), moveOf('cash', 'upi', 0), moveOf('cash', 'upi', 1.5)]
    for (const move of wrong) expect(codeOf(await day.move(bill, move))).toEqual([400, 'request.invalid'])
    store.inventory.signal('SIGSTOP')
    const made = await day.makeBill(counter, 1)
    const asked = day.send(made)
    await expect.poll(async () => (await day.readBill(made._id)).body.status).toBe('pending')
    expect(codeOf(await day.move(made, moveOf('cash', 'upi', 1)))).toEqual([409, 'sales.bill_not_final'])
    store.inventory.signal('SIGCONT')
    await asked
  })
})
