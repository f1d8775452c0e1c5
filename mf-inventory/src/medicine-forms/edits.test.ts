import { expect, it } from 'vitest'
import { editsBetween } from './edits.ts'
import { emptyForm } from './form-values.ts'

it('finds every field that differs, in the order of the form', () => {
  const changed = {
    ...emptyForm,
    unitPrice: '5',
    name: 'X',
    demandFactors: {
      ...emptyForm.demandFactors,
      seasonal: true,
      seasonalTrend: { ...emptyForm.demandFactors.seasonalTrend, fall: '2' },
    },
  }
  expect(editsBetween(emptyForm, changed)).toEqual([
    { field: 'name', from: '', to: 'X' },
    { field: 'unitPrice', from: '0', to: '5' },
    { field: 'demandFactors.seasonal', from: false, to: true },
    { field: 'demandFactors.seasonalTrend.fall', from: '1', to: '2' },
  ])
})

it('finds nothing between equal forms', () => {
  expect(editsBetween(emptyForm, structuredClone(emptyForm))).toEqual([])
})
