import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerDate } from './server-clock.ts'
import {
  followStoreTimeZone,
  noteStoreTimeZone,
  storeDateOf,
  storeTimeZone,
  storeToday,
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

describe('today in the store, wherever the browser is', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20', '2026-11-21'],
    // winter, and the nights in which the summer time begins and ends
    ['Europe/London', '2026-11-20T23:59:59Z', '2026-11-20', '2026-11-21'],
    ['Europe/London', '2026-03-28T23:59:59Z', '2026-03-28', '2026-03-29'],
    ['Europe/London', '2026-03-29T22:59:59Z', '2026-03-29', '2026-03-30'],
    ['Europe/London', '2026-10-24T22:59:59Z', '2026-10-24', '2026-10-25'],
    ['Europe/London', '2026-10-25T23:59:59Z', '2026-10-25', '2026-10-26'],
    ['America/St_Johns', '2026-11-21T03:29:59Z', '2026-11-20', '2026-11-21'],
    ['America/St_Johns', '2026-07-21T02:29:59Z', '2026-07-20', '2026-07-21'],
    ['America/St_Johns', '2026-03-08T03:29:59Z', '2026-03-07', '2026-03-08'],
    ['America/St_Johns', '2026-03-09T02:29:59Z', '2026-03-08', '2026-03-09'],
  ])('%s: midnight follows %s', (zone, last, day, next) => {
    noteStoreTimeZone(zone)
    at(last)
    expect([storeToday(), storeDateOf(last)]).toEqual([day, day])
    at(new Date(Date.parse(last) + 1_000).toISOString())
    expect(storeToday()).toBe(next)
  })

  it('is drawn again when another day begins, and when the zone is another one', () => {
    at('2026-11-20T18:29:50Z')
    const { result } = renderHook(() => useStoreToday())
    expect(result.current).toBe('2026-11-20')
    act(() => void vi.advanceTimersByTime(30_000))
    expect(result.current).toBe('2026-11-21')
    act(() => noteStoreTimeZone('Europe/London'))
    expect(result.current).toBe('2026-11-20')
  })
})

describe('the zone', () => {
  it('is told now and whenever it is another one, and kept for a page that finds no server', async () => {
    const told: string[] = []
    const stop = followStoreTimeZone((zone) => told.push(zone))
    noteStoreTimeZone('Asia/Kathmandu')
    noteStoreTimeZone('Asia/Kathmandu')
    stop()
    expect(told).toEqual(['Asia/Kolkata', 'Asia/Kathmandu'])
    vi.resetModules()
    const another = await import('./store-time.ts')
    expect(another.storeTimeZone()).toBe('Asia/Kathmandu')
  })

  it('stays as it was when a gateway of before tells none, or one that no browser knows', () => {
    noteStoreTimeZone('Europe/London')
    for (const told of [undefined, '', 'Middle/Earth']) noteStoreTimeZone(told)
    expect(storeTimeZone()).toBe('Europe/London')
  })
})
