import { expect, test } from 'vitest'
import acceptance from './acceptance.json' with { type: 'json' }
import { type CashEntry, type DrawerPayment, drawerFiguresOf, sumOfCountedCash } from './drawer-sums.ts'

const { drawers } = acceptance
type Document = (typeof drawers)[number]['bills'][number]
type Mode = DrawerPayment['mode']

const paymentsOf = (kind: DrawerPayment['kind'], documents: Pick<Document, 'payments'>[]) =>
  documents.flatMap(({ payments }) =>
    payments.map(({ mode, paise }) => ({ kind, mode: mode as Mode, amount: paise })),
  )

test.each(drawers)('$title', ({ openingFloat, bills, creditNotes, paymentMoves, expected, ...drawer }) => {
  const moves = paymentMoves.flatMap(({ from, to, paise }): DrawerPayment[] => [
    { kind: 'move', mode: from as Mode, amount: 0 - paise },
    { kind: 'move', mode: to as Mode, amount: paise },
  ])
  const { billRange: _, countedCash, difference, reasonRequired: __, ...figures } = expected
  const found = drawerFiguresOf(
    openingFloat,
    [...paymentsOf('bill', bills), ...paymentsOf('note', creditNotes), ...moves],
    drawer.cashEntries.map(({ direction, paise }) => ({ direction, amount: paise }) as CashEntry),
  )
  expect(found).toEqual(figures)
  const notes = drawer.counted.map(({ paise, count }) => ({ value: paise, count }))
  const counted = sumOfCountedCash({ notes, coins: drawer.coins })
  expect([counted, counted - found.expectedCash]).toEqual([countedCash, difference])
})
