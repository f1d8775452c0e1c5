import type { CashEntryKind, Drawer } from '@mms/contracts'
import { formatPaise, modeSums, type SumRow } from '../bills/words.ts'

export const entryKinds: Record<CashEntryKind, string> = {
  expense: 'Expense',
  'to-safe': 'To the safe',
  supplier: 'Paid to a supplier',
  change: 'Change brought in',
  other: 'Other',
}

/** `₹50.00 short`, `₹2.00 over`, `Exact`. */
export function differenceText(paise: number): string {
  if (paise === 0) return 'Exact'
  return `${formatPaise(Math.abs(paise))} ${paise < 0 ? 'short' : 'over'}`
}

export function figuresOf({ float, figures }: Drawer) {
  const sums: SumRow[] = [
    ['Sales', figures.sales],
    ['Refunds', figures.refunds],
    ['Net', figures.net],
    ...modeSums(figures.byMode),
    ['Float', float],
    ['Cash in', figures.cashIn],
    ['Cash out', figures.cashOut],
    ['Expected cash', figures.expectedCash],
  ]
  return sums.map(([name, paise]) => [name, formatPaise(paise)] as const)
}
