import { expect, test } from 'vitest'
import { deviceCookie, refreshCookie } from './cookie.ts'

const token = 'x'.repeat(43)
const other = 'y'.repeat(43)
const bySender = (cookie?: string) => ({ ...(cookie !== undefined && { cookie }) })

const https = 'Path=/; HttpOnly; SameSite=Strict; Secure'
const http = 'Path=/api/auth; HttpOnly; SameSite=Strict'
test.each([
  ['out of reach of subdomains and of plain http over https', true, undefined, '__Host-mms_refresh', https],
  ['seen by the routes of sign-in only, over plain http', false, `mms_refresh=${token}`, 'mms_refresh', http],
])('is %s', (_, secure, sent, name, attributes) => {
  const options = { headers: bySender(sent), secure }
  expect(refreshCookie.keep(other, 1_500, options)).toEqual([`${name}=${other}; Max-Age=2; ${attributes}`])
  expect(refreshCookie.clear(options)).toEqual([`${name}=; Max-Age=0; ${attributes}`])
})

test('replaces the one of the plain name, which a browser still has from before https', () => {
  const options = { headers: bySender(`mms_refresh=${token}`), secure: true }
  const gone = 'mms_refresh=; Max-Age=0; Path=/api/auth; HttpOnly; SameSite=Strict'
  expect(refreshCookie.keep(other, 1_000, options)).toEqual([
    expect.stringMatching(/^__Host-mms_refresh=y/),
    gone,
  ])
  expect(refreshCookie.clear(options)).toEqual([expect.stringMatching(/^__Host-mms_refresh=;/), gone])
})

test.each([
  ['alone', `mms_refresh=${token}`, token],
  ['under its name over https', `__Host-mms_refresh=${token}`, token],
  ['under both names', `mms_refresh=${token}; __Host-mms_refresh=${other}`, other],
  ['among others', `theme=dark; mms_refresh=${token}; lang=en`, token],
  ['of another name', `not_mms_refresh=${token}`, undefined],
  ['of another prefix', `__Secure-mms_refresh=${token}`, undefined],
  ['too long', `mms_refresh=${token}x`, undefined],
  ['of other characters', `mms_refresh=${'"'.repeat(43)}`, undefined],
])('finds a token that is %s, or none', (_, cookie, found) => {
  expect(refreshCookie.read({ cookie })).toBe(found)
})

test('of a device is another one than that of the session', () => {
  const headers = bySender(`mms_refresh=${token}; mms_device=${other}`)
  expect(deviceCookie.read(headers)).toBe(other)
  expect(refreshCookie.read(headers)).toBe(token)
  const kept = deviceCookie.keep(other, 1_000, { headers: bySender(), secure: true })
  expect(kept).toEqual([`__Host-mms_device=${other}; Max-Age=1; ${https}`])
})
