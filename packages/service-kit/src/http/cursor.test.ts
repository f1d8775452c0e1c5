import { expect, it } from 'vitest'
import { z } from 'zod'
import { decodeCursor, encodeCursor, nextLink } from './cursor.ts'

const key = z.tuple([z.string(), z.int()])

it('gives a sort key back as it was', () => {
  expect(decodeCursor(encodeCursor(['क्रोसिन "650"', 7]), key)).toEqual(['क्रोसिन "650"', 7])
})

it.each(['', 'x', 'bnVsbA', encodeCursor([1, 2]), encodeCursor(['a']), encodeCursor(['a', 1.5])])(
  'answers 400 naming the parameter for %j',
  (cursor) => {
    expect(() => decodeCursor(cursor, key)).toThrow(
      expect.objectContaining({ status: 400, errors: { after: expect.any(String) } }),
    )
  },
)

it('links the next page with the other parameters as they were', () => {
  const link = nextLink('/api/medicines', { search: 'a&b', category: undefined, limit: 50, after: 'x' })
  expect(link).toBe('</api/medicines?search=a%26b&limit=50&after=x>; rel="next"')
})
