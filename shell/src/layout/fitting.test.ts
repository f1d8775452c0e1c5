import { expect, it } from 'vitest'
import { countFitting } from './fitting.ts'

it.each([
  ['all where there is room, without a place for More', [100, 100, 100], 308, 3],
  ['one less for each that does not fit beside More', [100, 100, 100], 307, 2],
  ['none where only More has room', [100, 100, 100], 90, 0],
  ['all where nothing is laid out', [100, 100], 0, 2],
  ['none of none', [], 100, 0],
])('fits %s', (_name, widths, room, count) => {
  expect(countFitting(widths, { room, more: 80 })).toBe(count)
})
