/** Computes a cash drawer in browser and server, without importing zod. Money in paise. */
import { sumOf } from './sums.ts'

/** Positive for a bill, negative for a credit note, either for a payment move. */
export interface DrawerPayment {
  kind: 'bill' | 'note' | 'move'
  mode: 'cash' | 'upi' | 'card' | 'credit'
  amount: number
}

export interface CashEntry {
  direction: 'in' | 'out'
  amount: number
}

export interface DrawerFigures {
  sales: number
  refunds: number
  net: number
  byMode: Record<DrawerPayment['mode'], number>
  cashIn: number
  cashOut: number
  expectedCash: number
}

/** Bank notes by value and count, and the sum of all coins. */
export interface CountedCash {
  notes: readonly { value: number; count: number }[]
  coins: number
}

export const bankNoteValues = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000] as const

export const sumOfCountedCash = ({ notes, coins }: CountedCash): number =>
  sumOf(notes.map(({ value, count }) => value * count)) + coins

export function drawerFiguresOf(
  float: number,
  payments: readonly DrawerPayment[],
  entries: readonly CashEntry[],
): DrawerFigures {
  const sum = (taken: (payment: DrawerPayment) => boolean) =>
    sumOf(payments.filter(taken).map(({ amount }) => amount))
  const entered = (direction: CashEntry['direction']) =>
    sumOf(entries.filter((entry) => entry.direction === direction).map(({ amount }) => amount))
  const byMode = {
    cash: sum(({ mode }) => mode === 'cash'),
    upi: sum(({ mode }) => mode === 'upi'),
    card: sum(({ mode }) => mode === 'card'),
    credit: sum(({ mode }) => mode === 'credit'),
  }
  const [sales, refunds] = [sum(({ kind }) => kind === 'bill'), 0 - sum(({ kind }) => kind === 'note')]
  const [cashIn, cashOut] = [entered('in'), entered('out')]
  return {
    ...{ sales, refunds, net: sales - refunds, byMode, cashIn, cashOut },
    expectedCash: float + byMode.cash + cashIn - cashOut,
  }
}
