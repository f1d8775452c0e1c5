import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

test('opens what the same key sealed for the same owner, and nothing else', () => {
  const [seal, other] = [createSeal(randomBytes(32)), createSeal(randomBytes(32))]
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'user-1')
  expect(sealed).not.toBe(seal.close('JBSWY3DPEHPK3PXP', 'user-1'))
  expect(seal.open(sealed, 'user-1')).toBe('JBSWY3DPEHPK3PXP')
  expect(seal.open(sealed, 'user-2')).toBeUndefined()
  expect(other.open(sealed, 'user-1')).toBeUndefined()
  expect(seal.open(`${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`, 'user-1')).toBeUndefined()
})
