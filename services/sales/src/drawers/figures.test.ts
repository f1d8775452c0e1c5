import { type BillDocument, type PaymentMode, type RegisteredCounter, sumOf } from '@mms/contracts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { billAt, lineOf, proofOf } from '../../test/bills.ts'
import { customer, type Day, dayCalls, entryOf, moveOf, noteOf } from '../../test/drawers.ts'
import { describeStore } from '../../test/support.ts'

const modes = ['cash', 'upi', 'card', 'credit'] as const
const mode = fc.constantFrom(...modes)
const money = fc.constantFrom('cash', 'upi', 'card' as const)
/** A step of this kind, with what it draws. */
const step = <Kind extends string, Drawn>(
  kind: Kind,
  drawn: { [Key in keyof Drawn]: fc.Arbitrary<Drawn[Key]> },
) => fc.record(drawn).map((one) => ({ ...one, do: kind }))
const to = (max: number) => fc.integer({ min: 1, max })
const bill = step('bill', { units: to(40), first: mode, other: mode, share: fc.nat(100) })
const note = step('note', { at: fc.nat(9), units: to(40), mode: money })
const move = step('move', { at: fc.nat(9), from: mode, to: money, amount: to(5_000) })
const entry = step('entry', { direction: fc.constantFrom('in', 'out' as const), amount: to(100_000) })
const size = { minLength: 8, maxLength: 14 }
const steps = fc.array(fc.oneof({ weight: 2, arbitrary: bill }, note, move, entry), size)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

describeStore('figures of drawers on $name', (store) => {
  let day: Day
  let counter: RegisteredCounter
  let number = 0
  beforeAll(async () => {
    day = dayCalls(store)
    counter = await day.addCounter()
  })

  /** Runs a step. Returns its effect on the drawer's figures. */
  async function take(step: Step, sold: BillDocument[], drawerId: string): Promise<Expected> {
    if (step.do === 'bill') {
      number += 1
      const made = billAt(counter, number, { lines: [lineOf(strip, step.units)], customer })
      const first = Math.floor((made.payable * step.share) / 100)
      const payments = [
        { mode: step.first, amount: first },
        { mode: step.other, amount: made.payable - first },
      ].filter(({ amount }) => amount > 0)
      sold.push(await day.good(day.send({ ...made, payments })))
      return { payments, cash: 0 }
    }
    if (step.do === 'entry') {
      const { direction, amount } = step
      await day.good(day.enterCash(drawerId, entryOf(counter, { direction, amount })))
      return { payments: [], cash: direction === 'in' ? amount : 0 - amount }
    }
    const of = sold[step.at]
    if (!of) return { payments: [], cash: 0 }
    if (step.do === 'note') {
      const asked = noteOf(of, step.units, { refundMode: step.mode, counter: proofOf(counter) })
      const { status, body } = await day.giveBack(of, asked, store.admin)
      expect([201, 409]).toContain(status)
      const refunds = status === 201 ? body.payments : []
      return { payments: refunds.map((one) => ({ mode: one.mode, amount: 0 - one.amount })), cash: 0 }
    }
    const { from, to, amount } = step
    const { status } = await day.move(of, moveOf(from, to, amount, { counter: proofOf(counter) }))
    expect([201, 409, 400]).toContain(status)
    const moved = [
      { mode: from, amount: 0 - amount },
      { mode: to, amount },
    ]
    return { payments: status === 201 ? moved : [], cash: 0 }
  }

  interface Expected {
    payments: { mode: PaymentMode; amount: number }[]
    cash: number
  }
  let strip: Awaited<ReturnType<typeof store.addMedicine>>

  test('whatever happens, they are the sums of its payments, and no bill pays back more than it got', async () => {
    strip = await store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35, currentStock: 100_000 })
    const { db } = store
    const check = async (all: Step[]) => {
      const drawer = await day.open(counter)
      const sold: BillDocument[] = []
      const done: Expected[] = []
      for (const step of all) done.push(await take(step, sold, drawer._id))
      const paid = done.flatMap(({ payments }) => payments)
      const sumBy = (own: PaymentMode) =>
        sumOf(paid.filter((payment) => payment.mode === own).map(({ amount }) => amount))
      const byMode = Object.fromEntries(modes.map((own) => [own, sumBy(own)]))
      const expectedCash = 200_000 + sumBy('cash') + sumOf(done.map(({ cash }) => cash))
      const figures = await day.figuresOf(drawer)
      expect(figures).toMatchObject({ byMode, expectedCash })
      expect(figures.net).toBe(sumOf(paid.map(({ amount }) => amount)))
      for (const own of sold) {
        const notes = await day.read<BillDocument[]>(`/api/bills/${own._id}/notes`)
        const ids = [own, ...notes].map(({ _id }) => _id)
        const rows = await db('bill_payments').whereIn('bill_id', ids)
        const left = (of: readonly string[]) =>
          sumOf(rows.filter((row) => of.includes(row.mode)).map(({ amount }) => Number(amount)))
        const units = sumOf(notes.flatMap(({ lines }) => lines.map((line) => line.units)))
        expect(left(['credit'])).toBeGreaterThanOrEqual(0)
        if (units === own.lines[0]?.units) expect([left(modes), left(['credit'])]).toEqual([0, 0])
        else expect(left(modes)).toBeGreaterThanOrEqual(0)
      }
      const coins = Math.max(0, expectedCash)
      const closing = { counter: proofOf(counter), counted: { notes: [{ value: 1_000, count: 0 }], coins } }
      const report = await day.good(day.closeDrawer(drawer._id, { ...closing, reason: 'Below zero' }))
      expect(report.figures).toEqual(figures)
    }
    await fc.assert(fc.asyncProperty(steps, check), { numRuns: 12 })
  })
})
