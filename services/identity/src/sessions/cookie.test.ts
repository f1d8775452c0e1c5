import { expect, test } from 'vitest'
import { clearCookie, keepCookie, refreshTokenOf } from './cookie.ts'

const token = 'x'.repeat(43)

test('goes over https only, where that is configured', () => {
  expect(keepCookie(token, 1_500, true)).toBe(
    `mms_refresh=${token}; Max-Age=2; Path=/api/auth; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(clearCookie(true)).toBe('mms_refresh=; Max-Age=0; Path=/api/auth; HttpOnly; SameSite=Strict; Secure')
})

test.each([
  ['alone', `mms_refresh=${token}`, token],
  ['among others', `theme=dark; mms_refresh=${token}; lang=en`, token],
  ['of another name', `not_mms_refresh=${token}`, undefined],
  ['too long', `mms_refresh=${token}x`, undefined],
  ['of other characters', `mms_refresh=${'"'.repeat(43)}`, undefined],
])('finds a token that is %s, or none', (_, cookie, found) => {
  expect(refreshTokenOf({ cookie })).toBe(found)
})
