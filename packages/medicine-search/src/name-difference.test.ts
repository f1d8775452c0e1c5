import { expect, it } from 'vitest'
import { nameDifference } from './name-difference.ts'

const marked = (first: string, second: string) =>
  nameDifference(first, second).map((parts) =>
    parts.map(({ text, differs }) => (differs ? `*${text}*` : text)).join(''),
  )

it.each([
  ['Telma 80', 'Telma 80 H', 'Telma 80', 'Telma 80 *H*'],
  ['Montair LC', 'Montair-LC Kid', 'Montair LC', 'Montair-LC *Kid*'],
  ['Alprax 0.25 Tablet', 'Alprax 0.5 Tablet', 'Alprax *0.25* Tablet', 'Alprax *0.5* Tablet'],
  ['Dolo 650', 'Crocin 650', 'Dolo 650', 'Crocin 650'],
  ['', 'Zinc', '', 'Zinc'],
])('sets apart in %s and %s what the other has not', (first, second, one, other) => {
  expect(marked(first, second)).toEqual([one, other])
})
