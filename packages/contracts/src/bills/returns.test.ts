import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import acceptance from './acceptance.json' with { type: 'json' }
import {
  type EarlierNote,
  type ReturnableBill,
  type ReturnRefusal,
  returnableUnits,
  sumsOfReturn,
} from './returns.ts'
import { type Bill, type BillSums, type RoundOff, sumsOfBill } from './sums.ts'

interface Paid {
  mode: string
  paise: number
}
type Expected =
  | { error: string; line: number; returnable: number }
  | { lines: { line: number }[]; payout: number; refunds: Paid[] }
interface Case extends Bill {
  title: string
  payments: Paid[]
  notes: { lines: { line: number; units: number }[]; expected: Expected }[]
  expected: { total: number; payable: number; paidBack: number }
}

const returns = acceptance.returns as Case[]
const amountsOf = (paid: Paid[]) => paid.map(({ mode, paise }) => ({ mode, amount: paise }))
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

function returnable(bill: Bill, sums: BillSums, payments: ReturnableBill['payments']): ReturnableBill {
  const lines = sums.lines.map(({ net, cgst, sgst, igst }, at) => ({
    ...{ _id: String(at + 1), units: bill.lines[at]?.units ?? 0, net, cgst, sgst, igst },
  }))
  return { lines, rounding: bill.roundOff, payable: sums.payable, payments }
}

test.each(returns.map((each) => [each.title, each] as const))('%s', (_, each) => {
  const sums = sumsOfBill(each) as BillSums
  expect(sums).toMatchObject({ total: each.expected.total, payable: each.expected.payable })
  const bill = returnable(each, sums, amountsOf(each.payments))
  const notes: EarlierNote[] = []
  for (const { lines, expected } of each.notes) {
    const asked = lines.map(({ line, units }) => ({ line: String(line), units }))
    const note = sumsOfReturn(bill, notes, asked, 'cash')
    if ('error' in expected) expect(note).toEqual({ ...expected, line: String(expected.line) })
    else {
      const shown = expected.lines.map((line) => ({ ...line, line: String(line.line) }))
      expect(note).toEqual({ ...expected, lines: shown, refunds: amountsOf(expected.refunds) })
      notes.push(note as EarlierNote)
    }
  }
  expect(sum(notes.map(({ payout }) => payout))).toBe(each.expected.paidBack)
})

test('a refund lowers open credit first', () => {
  const bill: ReturnableBill = {
    lines: [{ _id: 'a', units: 3, net: 3_000, cgst: 0, sgst: 0, igst: 0 }],
    ...{ rounding: 'capped', payable: 3_000 },
    payments: [
      { mode: 'upi', amount: 1_500 },
      { mode: 'credit', amount: 1_500 },
    ],
  }
  const notes: EarlierNote[] = []
  const refunds = [1, 1, 1].map((units) => {
    const note = sumsOfReturn(bill, notes, [{ line: 'a', units }], 'upi') as Exclude<
      ReturnType<typeof sumsOfReturn<'upi'>>,
      ReturnRefusal
    >
    notes.push(note)
    return [note.refunds.map(({ mode, amount }) => `${mode} ${amount}`).join(', '), note.owedAfter]
  })
  expect(refunds).toEqual([
    ['credit 1000', 500],
    ['credit 500, upi 500', 0],
    ['upi 1000', 0],
  ])
  expect(returnableUnits({ _id: 'a', units: 3 }, notes)).toBe(0)
})

const lines = fc.record({
  rateBp: fc.constantFrom(0, 500, 1_200, 1_800),
  packSize: fc.integer({ min: 1, max: 30 }),
  packPrice: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 500_000 })),
  packMrp: fc.constant(null),
  units: fc.integer({ min: 1, max: 40 }),
  discount: fc.option(fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) })),
})
const anyBill: fc.Arbitrary<Bill> = fc.record({
  taxStatus: fc.constantFrom('regular', 'composition', 'unregistered'),
  interState: fc.boolean(),
  lines: fc.array(lines, { minLength: 1, maxLength: 4 }),
  billDiscount: fc.option(fc.record({ basisPoints: fc.integer({ min: 0, max: 5_000 }) })),
  roundOff: fc.constantFrom<RoundOff>('none', 'nearest', 'capped'),
})
const anyReturns = fc.array(
  fc.array(fc.record({ at: fc.nat(3), units: fc.integer({ min: 1, max: 20 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  { maxLength: 12 },
)

describe('any sequence of returns', () => {
  it('never pays back more than was paid, and exactly that once everything is back', () => {
    fc.assert(
      fc.property(anyBill, anyReturns, fc.nat(100), (made, attempts, creditPercent) => {
        const sums = sumsOfBill(made)
        if ('error' in sums) return
        const credit = Math.floor((sums.payable * creditPercent) / 100)
        const bill = returnable(made, sums, [
          { mode: 'credit', amount: credit },
          { mode: 'cash', amount: sums.payable - credit },
        ])
        const notes: EarlierNote[] = []
        const giveBack = (asked: { line: string; units: number }[]) => {
          const note = sumsOfReturn(bill, notes, asked, 'cash')
          if ('error' in note) return note
          notes.push(note)
          for (const each of [...note.lines.map(({ net }) => net), note.payout, note.owedAfter])
            expect(each).toBeGreaterThanOrEqual(0)
          expect(sum(note.refunds.map(({ amount }) => amount))).toBe(note.payout)
          expect(sum(notes.map(({ payout }) => payout))).toBeLessThanOrEqual(sums.payable)
          return note
        }
        const left = () =>
          bill.lines
            .map(({ _id, units }) => ({ line: _id, units: returnableUnits({ _id, units }, notes) }))
            .filter(({ units }) => units > 0)
        for (const attempt of attempts) {
          const before = left()
          const note = giveBack(attempt.map(({ at, units }) => ({ line: String(at + 1), units })))
          if ('error' in note) expect(left()).toEqual(before)
        }
        if (left().length > 0) expect(giveBack(left())).not.toHaveProperty('error')
        const returned = notes.flatMap((note) => note.lines)
        for (const line of bill.lines)
          for (const name of ['net', 'cgst', 'sgst', 'igst', 'units'] as const)
            expect(sum(returned.filter((each) => each.line === line._id).map((each) => each[name]))).toBe(
              line[name],
            )
        const refunds = notes.flatMap((note) => note.refunds)
        expect(sum(refunds.map(({ amount }) => amount))).toBe(sums.payable)
        expect(sum(refunds.filter(({ mode }) => mode === 'credit').map(({ amount }) => amount))).toBe(credit)
        const expected = { error: 'sales.not_returnable', returnable: 0 }
        expect(giveBack([{ line: '1', units: 1 }])).toMatchObject(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})
