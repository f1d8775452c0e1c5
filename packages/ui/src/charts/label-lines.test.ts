import { expect, it } from 'vitest'
import { labelLines } from './label-lines.ts'

it('breaks a name between words, and leaves a short one in one line', () => {
  expect(labelLines(['Vitamins', 'Calcium Carbonate 1250 mg tablets'], 20)).toEqual([
    'Vitamins',
    ['Calcium Carbonate', '1250 mg tablets'],
  ])
})

it('takes the middle out of a name of many lines, and never makes two look the same', () => {
  const long = (middle: string, end: string) => `one two three four ${middle} six seven ${end}`
  expect(labelLines([long('five', 'eight')], 9)).toEqual([['one two', 'three', '… eight']])
  const [first, second] = labelLines([long('five', 'eight'), long('FIVE', 'eight')], 9)
  expect([first].flat().join(' ')).toBe(long('five', 'eight'))
  expect([second].flat().join(' ')).toBe(long('FIVE', 'eight'))
})
