/** Computes a cash drawer in browser and server. Money in paise. */
import type { PaymentMode } from './bills.ts'
import type { CloseDrawer, Drawer } from './drawers.ts'
import { sumOf } from './sums.ts'

/** Positive for a bill, negative for a credit note, either for a payment move. */
export interface DrawerPayment {
  kind: 'bill' | 'note' | 'move'
  mode: PaymentMode
  amount: number
}

export type CashEntry = Pick<Drawer['entries'][number], 'direction' | 'amount'>

export const bankNoteValues = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000] as const

export const sumOfCountedCash = ({ notes, coins }: CloseDrawer['counted']): number =>
  sumOf(notes.map(({ value, count }) => value * count)) + coins

export function drawerFiguresOf(
  float: number,
  payments: readonly DrawerPayment[],
  entries: readonly CashEntry[],
): Omit<Drawer['figures'], 'bills' | 'notes' | 'rates'> {
  const sum = (taken: (payment: DrawerPayment) => boolean) =>
    sumOf(payments.filter(taken).map(({ amount }) => amount))
  const entered = (direction: CashEntry['direction']) =>
    sumOf(entries.filter((entry) => entry.direction === direction).map(({ amount }) => amount))
  const ofMode = (wanted: PaymentMode) => sum(({ mode }) => mode === wanted)
  const byMode = { cash: ofMode('cash'), upi: ofMode('upi'), card: ofMode('card'), credit: ofMode('credit') }
  const [sales, refunds] = [sum(({ kind }) => kind === 'bill'), 0 - sum(({ kind }) => kind === 'note')]
  const [cashIn, cashOut] = [entered('in'), entered('out')]
  return {
    sales,
    refunds,
    net: sales - refunds,
    byMode,
    cashIn,
    cashOut,
    expectedCash: float + byMode.cash + cashIn - cashOut,
  }
}
