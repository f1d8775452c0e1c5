import {
  type CloseDrawer,
  type Drawer,
  type DrawerPayment,
  documentNumberText,
  drawerFiguresOf,
  sumOfCountedCash,
} from '@mms/contracts'
import { problem } from '@mms/service-kit'
import type { Author } from '../saved-settings/store.ts'
import { formatRupees, invalidFieldProblem } from '../transactions/replies.ts'
import type { DrawerRecord } from './store.ts'

interface DrawerParts {
  entries: Drawer['entries']
  payments: DrawerPayment[]
  rates: Drawer['figures']['rates']
  ranges: { kind: string; year: string; first: number; last: number; count: number }[]
}

export function shownDrawer(
  { id, counter, day, float, pharmacist, openedAt, openedBy }: DrawerRecord,
  { entries, payments, rates, ranges }: DrawerParts,
): Drawer {
  const text = (year: string, number: number) =>
    documentNumberText({ counter: counter.code, kind: 'bill', year, number })
  const bills = ranges
    .filter(({ kind }) => kind === 'bill')
    .map(({ year, first, last, count }) => ({ first: text(year, first), last: text(year, last), count }))
  const notes = ranges.reduce((sum, { kind, count }) => sum + (kind === 'note' ? count : 0), 0)
  return {
    _id: id,
    counter,
    day,
    float,
    pharmacist,
    openedAt,
    openedBy,
    entries,
    figures: { ...drawerFiguresOf(float, payments, entries), bills, notes, rates },
    closing: null,
  }
}

/** Throws 400 if cash is expected but none was counted, or if a difference has no reason. */
function checkedCount({ figures }: Drawer, { counted, reason }: CloseDrawer) {
  const countedCash = sumOfCountedCash(counted)
  const difference = countedCash - figures.expectedCash
  if (counted.notes.length === 0 && counted.coins === 0 && figures.expectedCash !== 0)
    throw invalidFieldProblem('counted', 'Count the cash in the drawer')
  if (difference !== 0 && reason === '')
    throw invalidFieldProblem(
      'reason',
      `The drawer is ${formatRupees(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}: enter the reason`,
    )
  return { countedCash, difference }
}

export function closedDrawer(
  drawer: Drawer,
  body: CloseDrawer,
  closed: { year: string; number: number; at: Date; by: Author },
) {
  const { year, number, at, by } = closed
  const text = documentNumberText({ counter: drawer.counter.code, kind: 'dayReport', year, number })
  const count = { counted: body.counted, ...checkedCount(drawer, body), reason: body.reason }
  return { ...drawer, closing: { number: text, closedAt: at.toISOString(), closedBy: by, ...count } }
}
export const MAX_NAMED_NUMBERS = 20

export function numbersMissingProblem(texts: readonly string[]) {
  const named = texts.slice(0, MAX_NAMED_NUMBERS).join(', ')
  const message = `The server still lacks bills of this counter: ${named}`
  return problem.conflict('sales.numbers_missing', message, { errors: { numbers: named } })
}
