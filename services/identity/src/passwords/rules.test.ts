import { expect, test } from 'vitest'
import { isEasyToGuess } from './rules.ts'

const owner = { name: 'Asha Rao', email: 'a.rao@mehta-chemists.example' }

test.each([
  'qwertyuiop',
  'Password123',
  'P@ssw0rd!!',
  'welcome@123',
  '2024iloveyou!',
  'aaaaaaaaaaaa',
  'abababababab',
  'asharao2024',
  'Mehta-Chemists',
  'rao.mehta.9',
  'Medicine#2025',
  'pharmacy pharmacy',
])('%s is among the first that anyone tries', (password) => {
  expect(isEasyToGuess(password, owner)).toBe(true)
})

test.each([
  'correct horse battery',
  'the dog of asha likes tea',
  'k7mf-3xqp-w2hd-9tza',
  'dragon 8472-9936-1175',
  '9834710265',
  'मेरी दुकान पुरानी है',
  `${'x9'.repeat(30)}!kT4`,
])('%s is not', (password) => {
  expect(isEasyToGuess(password, owner)).toBe(false)
})
