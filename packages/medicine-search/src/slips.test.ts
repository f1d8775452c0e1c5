import { expect, it } from 'vitest'
import { slipOf } from './slips.ts'

it.each([
  ['paracetmol', 'paracetamol', 'sure'],
  ['paracetammol', 'paracetamol', 'sure'],
  ['paracitamol', 'paracetamol', 'sure'],
  ['ibuporfen', 'ibuprofen', 'sure'],
  ['apracetamol', 'paracetamol', 'sure'],
  ['telmma', 'telma', 'sure'],
  ['paracetm', 'paracetamol', 'maybe'],
  ['telmha', 'telma', 'maybe'],
  ['telmah', 'telma', 'maybe'],
  ['telmaa', 'telma', 'maybe'],
  ['telme', 'telma', 'maybe'],
  ['tilma', 'telma', 'maybe'],
  ['parac', 'paracetamol', undefined],
  ['peractamol', 'paracetamol', undefined],
  ['metfo', 'metoprolol', undefined],
  ['zinx', 'zinc', undefined],
  ['calpol', 'kalpol', undefined],
])('counts %s for %s as %s', (typed, word, slip) => {
  expect(slipOf(typed, word)).toBe(slip)
})
