import { expect, it } from 'vitest'
import { findMismatch } from './compatibility.ts'

const present = { sdk: '1.4.2', ui: '2.0.0', react: '19.3.1' }

it('lets an area run whose ranges are met', () => {
  expect(findMismatch({ sdk: '^1', ui: '>=1.9', react: '>=19' }, present)).toBeNull()
  expect(findMismatch({ sdk: '^1.4.0', ui: '2.0.0', react: '^19' }, present)).toBeNull()
})

it.each([
  [
    'a newer minor',
    { sdk: '^1.5', ui: '^2', react: '^19' },
    { package: 'sdk', required: '^1.5', present: '1.4.2' },
  ],
  [
    'an older major',
    { sdk: '^1', ui: '^1', react: '^19' },
    { package: 'ui', required: '^1', present: '2.0.0' },
  ],
  [
    'what is no range',
    { sdk: 'whatever', ui: '^2', react: '^19' },
    { package: 'sdk', required: 'whatever', present: '1.4.2' },
  ],
])('refuses %s and says which', (_name, requires, mismatch) => {
  expect(findMismatch(requires, present)).toEqual(mismatch)
})
