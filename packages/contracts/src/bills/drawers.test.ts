import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CashEntry, type DrawerPayment, drawerFiguresOf, sumOfCountedCash } from './drawer-sums.ts'

type Mode = DrawerPayment['mode']
interface Document {
  payments: { mode: Mode; paise: number }[]
}

interface DrawerCase {
  title: string
  openingFloat: number
  bills: Document[]
  creditNotes: Document[]
  paymentMoves: { from: Mode; to: Mode; paise: number }[]
  cashEntries: { direction: CashEntry['direction']; paise: number }[]
  counted: { paise: number; count: number }[]
  coins: number
  expected: Record<string, unknown> & { countedCash: number; difference: number }
}

const { drawers }: { drawers: DrawerCase[] } = JSON.parse(
  readFileSync(new URL('acceptance.json', import.meta.url), 'utf8'),
)

const paymentsOf = (kind: DrawerPayment['kind'], documents: Document[]): DrawerPayment[] =>
  documents.flatMap(({ payments }) => payments.map(({ mode, paise }) => ({ kind, mode, amount: paise })))

test.each(drawers)('$title', ({ openingFloat, bills, creditNotes, paymentMoves, expected, ...drawer }) => {
  const moves = paymentMoves.flatMap(({ from, to, paise }): DrawerPayment[] => [
    { kind: 'move', mode: from, amount: 0 - paise },
    { kind: 'move', mode: to, amount: paise },
  ])
  const { billRange: _, countedCash, difference, reasonRequired: __, ...figures } = expected
  const found = drawerFiguresOf(
    openingFloat,
    [...paymentsOf('bill', bills), ...paymentsOf('note', creditNotes), ...moves],
    drawer.cashEntries.map(({ direction, paise }) => ({ direction, amount: paise })),
  )
  expect(found).toEqual(figures)
  const notes = drawer.counted.map(({ paise, count }) => ({ value: paise, count }))
  const counted = sumOfCountedCash({ notes, coins: drawer.coins })
  expect([counted, counted - found.expectedCash]).toEqual([countedCash, difference])
})
