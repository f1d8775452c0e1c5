import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { plantedSources } from './planted-sources.ts'

test.each(bugs)('$name can be planted: $what', (bug) => {
  expect(plantedSources(bug).size).toBeGreaterThan(0)
})

test('a bug whose place has changed is refused', () => {
  const [bug] = bugs
  const patches = [{ file: 'package.json', find: 'not there', replace: '' }]
  expect(() => plantedSources({ ...(bug as (typeof bugs)[number]), patches })).toThrow('not exactly once')
})
