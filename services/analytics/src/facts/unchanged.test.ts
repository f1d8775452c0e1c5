import { expect, test, vi } from 'vitest'
import { createUnchanged } from './unchanged.ts'

test('computes once for a key and a version, also for those who ask at once', async () => {
  const unchanged = createUnchanged<number>(2)
  const compute = vi.fn(async () => compute.mock.calls.length)
  expect(await Promise.all([unchanged('1', 'a', compute), unchanged('1', 'a', compute)])).toEqual([1, 1])
  expect(await unchanged('1', 'b', compute)).toBe(2)
  expect(await unchanged('2', 'a', compute)).toBe(3)
  expect(await unchanged('2', 'a', compute)).toBe(3)
})

test('forgets the oldest, and what failed', async () => {
  const unchanged = createUnchanged<string>(1)
  await expect(unchanged('1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await unchanged('1', 'a', async () => 'first')).toBe('first')
  expect(await unchanged('1', 'b', async () => 'other')).toBe('other')
  expect(await unchanged('1', 'a', async () => 'anew')).toBe('anew')
})

test('keeps nothing without a version', async () => {
  const unchanged = createUnchanged<number>(2)
  const compute = vi.fn(async () => compute.mock.calls.length)
  expect([await unchanged(null, 'a', compute), await unchanged(null, 'a', compute)]).toEqual([1, 2])
})
