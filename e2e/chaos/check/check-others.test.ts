import { expect, test } from 'vitest'
import { createFindings } from '../violations.ts'
import type { Books, MedicineRow, TransactionRow } from './books.ts'
import { checkOthers } from './check-others.ts'
import type { OtherBooks } from './other-books.ts'

const medicine = { id: 'm', name: 'Dolo', current_stock: 3, min_stock_level: 5, stock_version: 2, version: 4 }
const opening = { type: 'sale', direction: null, status: 'completed', medicine_id: 'm', reverses: null }

/** One medicine that is low after a sale of 7, and what alerts and analytics make of it. */
const others: OtherBooks = {
  known: new Map([['m', { version: 4, currentStock: 3 }]]),
  low: ['m'],
  alerts: new Map([['new low_stock medium', 1]]),
  counted: new Map([['new low_stock medium', 1]]),
  alertsOutbox: [{ position: 1, type: 'opened', subject: 'a' }],
  heads: new Map([['m', { version: 2, currentStock: 3 }]]),
  trade: new Map([['m', { units: -7, completed: 1 }]]),
  raised: 1,
}

function violationsOf(differing: Partial<OtherBooks>): string[] {
  const { found, report } = createFindings()
  const books: Partial<Books> = {
    medicines: [medicine satisfies MedicineRow],
    transactions: [{ ...opening, quantity: 7 } as TransactionRow],
    others: { ...others, ...differing },
  }
  expect(checkOthers(books as Books, report)).toBe(found.length)
  return found.map(({ kind }) => kind)
}

test('alerts and analytics that agree with the books are well', () => {
  expect(violationsOf({})).toEqual([])
})

test.each<[string, Partial<OtherBooks>, string]>([
  [
    'alerts has missed a change',
    { known: new Map([['m', { version: 3, currentStock: 10 }]]) },
    'alerts-differ',
  ],
  ['a medicine that is low has no alert', { low: [] }, 'alerts-differ'],
  ['it has two', { low: ['m', 'm'] }, 'alerts-differ'],
  ['an alert is counted twice', { counted: new Map([['new low_stock medium', 2]]) }, 'alerts-differ'],
  [
    'an event has no position',
    { alertsOutbox: [{ position: null, type: 'opened', subject: 'a' }] },
    'alerts-differ',
  ],
  [
    'a movement was missed',
    { heads: new Map([['m', { version: 1, currentStock: 10 }]]) },
    'analytics-differs',
  ],
  ['a sale is counted twice', { trade: new Map([['m', { units: -14, completed: 2 }]]) }, 'analytics-differs'],
  ['an alert was missed', { raised: 0 }, 'analytics-differs'],
])('it is told when %s', (_, differing, kind) => {
  expect(violationsOf(differing)).toEqual([kind])
})
