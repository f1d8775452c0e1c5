import { expect, test } from 'vitest'
import { tally } from './sums.ts'

const MOST = Number.MAX_SAFE_INTEGER

test('rows are added together to the last digit', () => {
  const rows = [
    { day: 'a', paise: MOST },
    { day: 'a', paise: 1 },
    { day: 'a', paise: 1 },
    { day: 'b', paise: 2 },
  ]
  expect(tally(rows, ['day'], ['paise'])).toEqual([
    { day: 'a', paise: '9007199254740993' },
    { day: 'b', paise: 2 },
  ])
})
