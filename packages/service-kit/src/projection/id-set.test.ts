import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdSet } from './id-set.ts'

test('knows which ids it does not hold, over more than one block', () => {
  const set = createIdSet()
  const held = Array.from({ length: 65_540 }, () => randomUUID())
  const others = [randomUUID(), randomUUID()]
  for (const id of held) set.add(id)
  const some = [held[0], held[65_535], held[65_536], held[65_539]] as string[]
  expect(set.missing([...some, ...others])).toEqual(new Set(others))
  expect(createIdSet().missing(others)).toEqual(new Set(others))
})
