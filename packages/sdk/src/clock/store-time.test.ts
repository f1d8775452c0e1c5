import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { request } from '../http/request.ts'
import { stubApi } from '../test-support/stub-api.ts'
import {
  followStoreTimeZone,
  noteServerDate,
  noteStoreTimeZone,
  serverNow,
  storeDateOf,
  storeTimeZone,
  storeToday,
  useMinutesAhead,
  useStoreToday,
} from './store-time.ts'

const at = (instant: string) => {
  vi.setSystemTime(instant)
  noteServerDate(new Date(instant).toUTCString())
}

beforeEach(() => {
  vi.useFakeTimers()
  at('2026-11-20T10:00:00Z')
})
afterEach(() => {
  vi.useRealTimers()
  noteStoreTimeZone('Asia/Kolkata')
})

it('today in the store is drawn again when another day begins, and when the zone is another one', () => {
  at('2026-11-20T18:29:50Z')
  expect(storeDateOf('2026-11-20T18:30:00Z')).toBe('2026-11-21')
  const { result } = renderHook(() => useStoreToday())
  expect(result.current).toBe('2026-11-20')
  act(() => void vi.advanceTimersByTime(30_000))
  expect(result.current).toBe('2026-11-21')
  act(() => noteStoreTimeZone('Europe/London'))
  expect(result.current).toBe('2026-11-20')
})

it('the zone is told now and whenever it is another one that a browser knows, and kept', async () => {
  const told: string[] = []
  const stop = followStoreTimeZone((zone) => told.push(zone))
  for (const zone of ['Asia/Kathmandu', 'Asia/Kathmandu', undefined, '', 'Middle/Earth'])
    noteStoreTimeZone(zone)
  stop()
  expect(told).toEqual(['Asia/Kolkata', 'Asia/Kathmandu'])
  expect(storeTimeZone()).toBe('Asia/Kathmandu')
  // Kept for a page that finds no server.
  vi.resetModules()
  const another = await import('./store-time.ts')
  expect(another.storeTimeZone()).toBe('Asia/Kathmandu')
})

describe('the clock of the server', () => {
  it('is that of the computer while the two agree, but for the way of an answer', () => {
    for (const date of ['Fri, 20 Nov 2026 10:00:29 GMT', null, 'soon']) noteServerDate(date)
    expect(serverNow()).toEqual(new Date('2026-11-20T10:00:00Z'))
  })

  it.each([
    ['ahead', 'Thu, 19 Nov 2026 10:00:00 GMT', '2026-11-19'],
    ['behind', 'Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21'],
  ])('is that of the server where the computer is a day %s, goes on, and is kept', async (_, date, today) => {
    noteServerDate(date)
    expect(storeToday()).toBe(today)
    vi.setSystemTime('2026-11-20T10:30:00Z')
    expect(serverNow()).toEqual(new Date(Date.parse(date) + 1_800_000))
    // Kept for a page that is opened while the server is away.
    vi.resetModules()
    const another = await import('./store-time.ts')
    expect(another.storeToday()).toBe(today)
  })

  it('is told by every answer of the API, and by nothing that may have been kept', async () => {
    const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' }
    const answer = () => Response.json({}, { headers })
    stubApi({ 'GET /areas.json': answer, 'GET /api/test': answer })
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
})
