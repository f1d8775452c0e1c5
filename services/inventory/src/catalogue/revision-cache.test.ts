import { expect, onTestFinished, test, vi } from 'vitest'
import { createRevisionCache } from './revision-cache.ts'

/** Loads that each end when told to, by a clock that stands still. */
function openLoads() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const cache = createRevisionCache()
  const ends: ((result: string | Error) => void)[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
    })
  return {
    ends,
    get: (revision = 1) => cache.get('count', revision, load),
    setClock: (ms: number) => void clock.mockReturnValue(ms),
  }
}

test('a value is computed once, until the revision moves', async () => {
  const { ends, get, setClock } = openLoads()
  const asked = [get(), get()]
  ends[0]?.('one')
  expect(await Promise.all(asked)).toEqual(['one', 'one'])
  setClock(3_600_000)
  expect(await get()).toBe('one')
  const moved = get(2)
  ends[1]?.('two')
  expect(await moved).toBe('two')
  expect(await get(1)).toBe('two')
})

test('a failure is that of all who shared it, and is not kept', async () => {
  const { ends, get } = openLoads()
  const asked = Promise.allSettled([get(), get()])
  ends[0]?.(new Error('away'))
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = get()
  ends[1]?.('one')
  expect(await again).toBe('one')
})

test('a computation that hangs is shared for five seconds, and takes nothing away when it fails', async () => {
  const { ends, get, setClock } = openLoads()
  setClock(1_000)
  const asked = Promise.allSettled([get()])
  setClock(6_000)
  const shared = Promise.allSettled([get()])
  setClock(6_001)
  const later = get()
  ends[1]?.('one')
  expect(await later).toBe('one')
  ends[0]?.(new Error('the connection was lost'))
  expect([...(await asked), ...(await shared)].map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe('one')
  expect(ends).toHaveLength(2)
})
