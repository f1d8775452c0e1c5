import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSeen } from './use-seen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const show = (first: unknown) => {
  const { result, rerender } = renderHook((shown: unknown) => useSeen(shown), { initialProps: first })
  return { seen: result.current, rerender }
}
/** A frame and the task after it. */
const paint = () => act(() => void vi.advanceTimersByTime(40))
const later = () => performance.now() + 1_000

it('is seen once it is painted, by a key that was pressed after that', () => {
  const { seen } = show('question')
  const before = performance.now()
  expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([false, false])
  paint()
  expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([true, true])
  expect(seen.isSeenAt(before)).toBe(false)
})

it('is not seen where nothing is shown, nor when it is gone', () => {
  const { seen, rerender } = show(null)
  paint()
  expect(seen.isPainted()).toBe(false)
  rerender('question')
  paint()
  rerender(null)
  expect(seen.isSeenAt(later())).toBe(false)
})

it('is to be painted again when it is another one', () => {
  const { seen, rerender } = show('first')
  paint()
  rerender('second')
  expect(seen.isSeenAt(later())).toBe(false)
  paint()
  expect(seen.isSeenAt(later())).toBe(true)
})

it('is not meant by a key that bounces, whichever key it was', () => {
  const { seen } = show('question')
  paint()
  const at = later()
  seen.noteKey(at)
  expect([seen.isSeenAt(at + 49), seen.isSeenAt(at + 51)]).toEqual([false, true])
})

it('is to be painted again after a key that may change it, or once it is taken back', () => {
  const { seen } = show('question')
  paint()
  seen.startAgain(performance.now())
  expect(seen.isPainted()).toBe(false)
  paint()
  expect(seen.isPainted()).toBe(true)
  seen.end()
  paint()
  expect(seen.isPainted()).toBe(false)
})
