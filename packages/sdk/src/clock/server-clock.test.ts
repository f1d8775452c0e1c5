import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { request } from '../http/request.ts'
import { noteServerDate, serverNow, useMinutesAhead } from './server-clock.ts'
import { storeToday } from './store-time.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  noteServerDate(new Date().toUTCString())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is that of the computer while the two agree, but for the way of an answer', () => {
  noteServerDate('Fri, 20 Nov 2026 10:00:29 GMT')
  expect(serverNow()).toEqual(new Date('2026-11-20T10:00:00Z'))
})

it.each([
  ['ahead', 'Thu, 19 Nov 2026 10:00:00 GMT', '2026-11-19'],
  ['behind', 'Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21'],
])('is that of the server where the computer is a day %s, and goes on', (_, date, today) => {
  noteServerDate(date)
  expect(storeToday()).toBe(today)
  vi.setSystemTime('2026-11-20T10:30:00Z')
  expect(serverNow()).toEqual(new Date(Date.parse(date) + 1_800_000))
})

it('is kept for a page that is opened while the server is away', async () => {
  noteServerDate('Sat, 21 Nov 2026 10:00:00 GMT')
  vi.resetModules()
  const another = await import('./store-time.ts')
  expect(another.storeToday()).toBe('2026-11-21')
})

it('is told by every answer of the API, and by nothing that may have been kept', async () => {
  const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'content-type': 'application/json' }
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }))
  await request('GET', '/areas.json')
  expect(storeToday()).toBe('2026-11-20')
  await request('GET', '/api/test')
  expect(storeToday()).toBe('2026-11-21')
})

it.each([
  ['is 25 minutes ahead', 'Fri, 20 Nov 2026 09:35:00 GMT', 25],
  ['is 11 minutes behind', 'Fri, 20 Nov 2026 10:11:00 GMT', -11],
  ['is 9 minutes ahead, which is not worth a word', 'Fri, 20 Nov 2026 09:51:00 GMT', 0],
])('is compared with that of the computer: %s', (_, date, minutes) => {
  const { result } = renderHook(useMinutesAhead)
  expect(result.current).toBe(0)
  act(() => noteServerDate(date))
  expect(result.current).toBe(minutes)
})

it('is not learned from an answer on which the computer slept', () => {
  const askedAt = Date.now()
  vi.setSystemTime('2026-11-20T11:00:00Z')
  noteServerDate('Fri, 20 Nov 2026 10:00:01 GMT', askedAt)
  expect(serverNow()).toEqual(new Date('2026-11-20T11:00:00Z'))
})

it('is not led astray by what is no date', () => {
  for (const date of [null, '', 'soon']) noteServerDate(date)
  expect(storeToday()).toBe('2026-11-20')
})
