import { expect, it } from 'vitest'
import { findMismatch } from './compatibility.ts'

const present = { sdk: '1.4.2', ui: '2.0.0', react: '19.3.1' }

it('lets an area run whose ranges are met', () => {
  expect(findMismatch({ sdk: '^1', ui: '>=1.9', react: '>=19' }, present)).toBeNull()
  expect(findMismatch({ sdk: '^1.4.0', ui: '2.0.0', react: '^19' }, present)).toBeNull()
})

it.each([
  ['sdk', '^1.5'],
  ['ui', '^1'],
  ['sdk', 'whatever'],
] as const)('refuses %s %s and says so', (name, required) => {
  const requires = { sdk: '^1', ui: '^2', react: '^19', [name]: required }
  expect(findMismatch(requires, present)).toEqual({ package: name, required, present: present[name] })
})
