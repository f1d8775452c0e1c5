import { describe, expect, test } from 'vitest'
import { createUserSchema, updateUserSchema } from '../identity/identity.ts'
import { toPlainText } from './plain-text.ts'

const user = { email: 'asha@pharmacy.test', password: 'a long enough password', role: 'staff' as const }
const isTaken = (name: string) => [
  createUserSchema.safeParse({ ...user, name }).success,
  updateUserSchema.safeParse({ name, role: 'staff', disabled: false }).success,
]

describe('the name of a person', () => {
  test.each([
    ...['Asha\r\nBcc: all@pharmacy.test', 'Asha\u0000Rao', '\u001b[2JAsha', 'Asha\u009b31m'],
    ...['Asha \u202eoaR', '\u2066Asha', 'Asha\u200fRao', 'Asha\u2028Rao', 'Asha\ufeffRao', 'Asha\ud800Rao'],
  ])('is refused: %j', (name) => {
    expect(isTaken(name)).toEqual([false, false])
  })

  // Blanks around it, line ends too, are taken off as ever.
  test.each(['Asha\n', "Siobhán O'Neill-Böhm", 'শ্রী\u200dমতী', 'محمد علي', '🙂'])('is taken: %s', (name) => {
    expect(isTaken(name)).toEqual([true, true])
  })
})

test('a text of a stranger becomes one line without control characters', () => {
  expect(toPlainText('a\r\nb\u001b[31m\u202ec\ud800')).toBe('a  b [31m c\ufffd')
})
