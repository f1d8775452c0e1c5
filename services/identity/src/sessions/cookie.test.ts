import { expect, test } from 'vitest'
import { deviceCookie, refreshCookie } from './cookie.ts'

const token = 'x'.repeat(43)
const other = 'y'.repeat(43)
const bySender = (cookie?: string) => ({ ...(cookie !== undefined && { cookie }) })

test('is out of reach of subdomains and of plain http wherever browsers come over https', () => {
  const options = { headers: bySender(), secure: true }
  expect(refreshCookie.keep(token, 1_500, options)).toEqual([
    `__Host-mms_refresh=${token}; Max-Age=2; Path=/; HttpOnly; SameSite=Strict; Secure`,
  ])
  expect(refreshCookie.clear(options)).toEqual([
    '__Host-mms_refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
  ])
})

test('is seen by the routes of sign-in only, over plain http', () => {
  const options = { headers: bySender(`mms_refresh=${token}`), secure: false }
  expect(refreshCookie.keep(other, 1_000, options)).toEqual([
    `mms_refresh=${other}; Max-Age=1; Path=/api/auth; HttpOnly; SameSite=Strict`,
  ])
  expect(refreshCookie.clear(options)).toEqual([
    'mms_refresh=; Max-Age=0; Path=/api/auth; HttpOnly; SameSite=Strict',
  ])
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
  expect(deviceCookie.keep(other, 1_000, { headers: bySender(), secure: true })).toEqual([
    `__Host-mms_device=${other}; Max-Age=1; Path=/; HttpOnly; SameSite=Strict; Secure`,
  ])
})
