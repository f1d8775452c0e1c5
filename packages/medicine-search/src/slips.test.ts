import { expect, it } from 'vitest'
import { slipOf } from './slips.ts'

it.each([
  ['paracetmol', 'paracetamol', 'sure'],
  ['paracitamol', 'paracetamol', 'sure'],
  ['ibuporfen', 'ibuprofen', 'sure'],
  ['apracetamol', 'paracetamol', 'sure'],
  ['paracetm', 'paracetamol', 'maybe'],
  ['telmha', 'telma', 'maybe'],
  ['telmah', 'telma', 'maybe'],
  ['telme', 'telma', 'maybe'],
  ['parac', 'paracetamol', undefined],
  ['peractamol', 'paracetamol', undefined],
  ['metfo', 'metoprolol', undefined],
  ['calpol', 'kalpol', undefined],
])('counts %s for %s as %s', (typed, word, slip) => {
  expect(slipOf(typed, word)).toBe(slip)
})
