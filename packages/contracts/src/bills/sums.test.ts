import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import acceptance from './acceptance.json' with { type: 'json' }
import {
  type Bill,
  type BillLine,
  type BillSums,
  grossOf,
  type RoundOff,
  splitByWeight,
  sumsOfBill,
} from './sums.ts'

interface Case extends Omit<Bill, 'roundOff'> {
  id: string
  title: string
  expected:
    | { error: string; line?: number }
    | (Omit<BillSums, 'payable' | 'roundOff'> & Record<'payable' | 'roundOff', Record<RoundOff, number>>)
}

const bills = acceptance.bills as Case[]
const modes: RoundOff[] = ['none', 'nearest', 'capped']

it.each(bills.map((bill) => [bill.title, bill] as const))('worked bill: %s', (_, { expected, ...bill }) => {
  for (const roundOff of modes) {
    const sums = sumsOfBill({ ...bill, roundOff })
    if ('error' in expected) expect(sums).toEqual(expected)
    else {
      const { payable, roundOff: rounding, ...others } = expected
      expect(sums).toEqual({ ...others, payable: payable[roundOff], roundOff: rounding[roundOff] })
    }
  }
})

const discounts = fc.option(
  fc.oneof(
    fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ paise: fc.integer({ min: 0, max: 5_000 }) }),
  ),
)
const lines: fc.Arbitrary<BillLine> = fc
  .record({
    rateBp: fc.constantFrom(0, 500, 1_200, 1_800),
    packSize: fc.integer({ min: 1, max: 1_000 }),
    packPrice: fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
    room: fc.option(fc.integer({ min: 0, max: 1_000 })),
    units: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 10_000_000 })),
    discount: discounts,
  })
  .map(({ room, ...line }) => ({ ...line, packMrp: room === null ? null : line.packPrice + room }))
const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
/** No call of the API can name a larger total. */
const MOST = Number.MAX_SAFE_INTEGER - 100
const anyBill: fc.Arbitrary<Bill> = fc.record({
  taxStatus: fc.constantFrom('regular', 'composition', 'unregistered'),
  interState: fc.boolean(),
  lines: fc.array(lines, { minLength: 1, maxLength: 12 }).filter((all) => sum(all.map(grossOf)) <= MOST),
  billDiscount: discounts,
  roundOff: fc.constantFrom(...modes),
})

describe('any bill', () => {
  it('adds up line by line, rate by rate and to what is paid', () => {
    fc.assert(
      fc.property(anyBill, (bill) => {
        const sums = sumsOfBill(bill)
        if ('error' in sums) return
        for (const line of sums.lines) {
          expect(line.net).toBe(line.gross - line.discount - line.share)
          expect(line.net).toBe(line.taxable + line.cgst + line.sgst + line.igst)
          expect(line.net).toBeGreaterThanOrEqual(0)
        }
        for (const part of ['taxable', 'cgst', 'sgst', 'igst'] as const)
          expect(sum(sums.lines.map((line) => line[part]))).toBe(sum(sums.rates.map((rate) => rate[part])))
        expect(sum(sums.lines.map(({ net }) => net))).toBe(sums.total)
        expect(sums.total + sums.roundOff).toBe(sums.payable)
        expect(Math.abs(sums.roundOff)).toBeLessThan(100)
      }),
      { numRuns: 5_000 },
    )
  })

  it('takes no more than the MRPs where the round-off is capped', () => {
    fc.assert(
      fc.property(anyBill, (bill) => {
        const sums = sumsOfBill({ ...bill, roundOff: 'capped' })
        if ('error' in sums) return
        const mrps = bill.lines.map(({ packMrp, packPrice, packSize, units }) =>
          Number((BigInt(packMrp ?? packPrice) * BigInt(units)) / BigInt(packSize)),
        )
        expect(sums.payable).toBeLessThanOrEqual(sum(mrps))
      }),
    )
  })

  it('splits an amount without losing a paisa, and no part is off by one or more', () => {
    const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.nat(1_000_000_000), weights, (amount, all) => {
        const parts = splitByWeight(amount, all)
        if (sum(all) === 0) return
        expect(sum(parts)).toBe(amount)
        for (const [at, part] of parts.entries())
          expect(Math.abs(part - (amount * (all[at] as number)) / sum(all))).toBeLessThan(1.001)
      }),
    )
  })
})
