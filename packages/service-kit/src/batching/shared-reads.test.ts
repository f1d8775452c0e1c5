import { expect, test } from 'vitest'
import { createSharedFind, createSharedReads } from './shared-reads.ts'

/** Reads what is `stored` at the moment they begin, and end when told to. */
function openReads() {
  const share = createSharedReads()
  const ends: ((error?: Error) => void)[] = []
  const state = { stored: 0 }
  const read = () => {
    const seen = state.stored
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(seen)))
    })
  }
  const begun = (count: number) => expect.poll(() => ends.length).toBe(count)
  const end = (nth: number, error?: Error) => ends[nth]?.(error)
  return { ask: (key = 'all') => share(key, read), state, begun, end }
}

test('who asks in the same moment gets one read, and who asks while it is under way the next one', async () => {
  const { ask, state, begun, end } = openReads()
  const first = [ask(), ask(), ask()]
  await begun(1)
  state.stored = 1
  const later = [ask(), ask()]
  end(0)
  await begun(2)
  end(1)
  expect(await Promise.all(first)).toEqual([0, 0, 0])
  expect(await Promise.all(later)).toEqual([1, 1])
})

test('reads of different things do not wait for one another', async () => {
  const { ask, begun, end } = openReads()
  const asked = [ask('one'), ask('other')]
  await begun(2)
  end(1)
  expect(await asked[1]).toBe(0)
  end(0)
  await asked[0]
})

test('a failure is that of all who shared it, and of nobody later', async () => {
  const { ask, begun, end } = openReads()
  const failing = Promise.allSettled([ask(), ask()])
  await begun(1)
  const later = ask()
  end(0, new Error('away'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await begun(2)
  end(1)
  expect(await later).toBe(0)
})

test('those who look for a row each share one statement, which begins after them', async () => {
  const asked: string[][] = []
  const find = createSharedFind(async (ids) => {
    asked.push(ids)
    return new Map(ids.filter((id) => id !== 'unknown').map((id) => [id, `row ${id}`]))
  })
  expect(await Promise.all([find('a'), find('b'), find('a'), find('unknown')])).toEqual([
    'row a',
    'row b',
    'row a',
    undefined,
  ])
  expect(await find('c')).toBe('row c')
  expect(asked).toEqual([['a', 'b', 'unknown'], ['c']])
})
