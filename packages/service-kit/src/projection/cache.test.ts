import { expect, test, vi } from 'vitest'
import { createVersionedCache } from './cache.ts'

test('computes once for a key and a version, also for those who ask at once', async () => {
  const cached = createVersionedCache<number>(2)
  const compute = vi.fn(async () => compute.mock.calls.length)
  expect(await Promise.all([cached('1', 'a', compute), cached('1', 'a', compute)])).toEqual([1, 1])
  expect(await cached('1', 'b', compute)).toBe(2)
  expect(await cached('2', 'a', compute)).toBe(3)
  expect(await cached('2', 'a', compute)).toBe(3)
})

test('forgets the oldest, what failed, and all without a version', async () => {
  const cached = createVersionedCache<string>(1)
  await expect(cached('1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cached('1', 'a', async () => 'first')).toBe('first')
  expect(await cached('1', 'b', async () => 'other')).toBe('other')
  expect(await cached('1', 'a', async () => 'again')).toBe('again')
  for (const each of ['none', 'kept']) expect(await cached(null, 'a', async () => each)).toBe(each)
})
