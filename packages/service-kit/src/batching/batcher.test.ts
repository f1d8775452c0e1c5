import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A flush that takes a moment and remembers its batches. */
function slowly<R>(work: (item: number) => R) {
  const batches: number[][] = []
  const ask = createBatcher(async (items: number[]) => {
    batches.push(items)
    await delay(10)
    return items.map(work)
  })
  return { batches, ask }
}

test('what comes in the same moment is one batch, and what comes while it is under way the next one', async () => {
  const { batches, ask } = slowly((item) => item * 10)
  const first = [1, 2, 3].map(ask)
  await delay(5)
  expect(await Promise.all([...first, ask(4), ask(5)])).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(await ask(6)).toBe(60)
})

test('a lone item waits for nobody, one of a crowd for those behind it', async () => {
  // However busy the machine is, the crowd was there just now.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const { batches, ask } = slowly((item) => item)
  const first = ask(1)
  await nextTurn()
  expect(batches).toEqual([[1]])
  await Promise.all([first, ask(2), ask(3)])
  const fourth = ask(4)
  await nextTurn()
  await Promise.all([fourth, ask(5)])
  expect(batches).toEqual([[1], [2, 3], [4, 5]])
})

test('a crowd is cut into batches of sixty-four, and served before it fills one where it never stops', async () => {
  const sized = slowly((item) => item)
  await Promise.all(Array.from({ length: 150 }, (_, index) => sized.ask(index)))
  expect(sized.batches.map(({ length }) => length)).toEqual([64, 64, 22])
  const { batches, ask } = slowly((item) => item)
  await Promise.all([ask(1), ask(2)])
  const asked: Promise<number>[] = []
  for (let item = 3; batches.length === 1; item += 1) {
    asked.push(ask(item))
    await delay(1)
  }
  expect(batches[1]?.length).toBeLessThan(64)
  await Promise.all(asked)
})

test('a batch that fails fails for its own only', async () => {
  const ask = createBatcher(async (items: string[]) => {
    await delay(5)
    if (items.includes('bad')) throw new Error('no')
    return items
  })
  const bad = ask('bad').catch((error: Error) => error.message)
  await delay(2)
  expect(await Promise.all([bad, ask('good')])).toEqual(['no', 'good'])
})

test('where the whole fails, each may be promised its own result', async () => {
  const ask = createBatcher(async (items: string[]) =>
    items.map((item) => (item === 'bad' ? Promise.reject(new Error('no')) : item)),
  )
  const results = await Promise.allSettled(['good', 'bad', 'fine'].map(ask))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a thousand wait for a slow batch, and whoever comes then is refused with 503, until it has gone on', async () => {
  const begun = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const ask = createBatcher(async (items: number[]) => {
    begun.resolve()
    await slow.promise
    return items
  })
  const first = ask(0)
  await begun.promise
  const waiting = Array.from({ length: 1_000 }, (_, index) => ask(index))
  const refusal = { status: 503, code: 'service.busy', headers: { 'Retry-After': '1' } }
  await expect(ask(1_000)).rejects.toMatchObject(refusal)
  slow.resolve()
  expect(await Promise.all([first, ...waiting])).toHaveLength(1_001)
  expect(await ask(1_001)).toBe(1_001)
})

describe('a batch that was undone', () => {
  /** Refuses every batch that holds the item `bad`, and `bad` itself. */
  function batcher(isDoneAlone: (error: unknown) => boolean) {
    const done: string[][] = []
    const doAll = async (items: string[]) => {
      done.push(items)
      if (items.includes('bad')) throw new Error('refused')
      return items.map((item) => item.toUpperCase())
    }
    const alone = async (item: string) => (await doAll([item]))[0] as string
    return { done, ask: createBatcher(doAll, { alone, isDoneAlone }) }
  }
  const ofAll = async (asked: Promise<string>[]) =>
    (await Promise.allSettled(asked)).map((result) =>
      result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
    )

  test('is done item by item, so that one bad item fails by itself', async () => {
    const { done, ask } = batcher(() => true)
    expect(await ofAll(['a', 'bad', 'c'].map(ask))).toEqual(['A', 'refused', 'C'])
    expect(done).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
  })

  test('fails as a whole for a reason that is not an item', async () => {
    const { done, ask } = batcher(() => false)
    expect(await ofAll(['a', 'bad'].map(ask))).toEqual(['refused', 'refused'])
    expect(done).toEqual([['a', 'bad']])
  })
})
