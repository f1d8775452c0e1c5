import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('gives the same numbers for the same seed, today and in the next release', () => {
  const random = createRandom(20_261_120)
  expect([random.next(), random.next(), random.int(1, 6), random.int(1, 6)]).toEqual([
    0.8905764692462981, 0.5730494586750865, 4, 5,
  ])
})

test('picks and shuffles without losing anything, and forks a stream of its own', () => {
  const values = ['a', 'b', 'c', 'd', 'e']
  const random = createRandom(1)
  expect(random.shuffle(values).toSorted()).toEqual(values)
  expect(values).toContain(random.pick(values))
  const [one, other] = [createRandom(2), createRandom(2)]
  const fork = one.fork()
  other.fork()
  for (let drawn = 0; drawn < 5; drawn += 1) fork.next()
  expect(one.next()).toBe(other.next())
})

test('spreads whole numbers over both ends', () => {
  const random = createRandom(3)
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(2, 4)))
  expect([...drawn].sort()).toEqual([2, 3, 4])
})
