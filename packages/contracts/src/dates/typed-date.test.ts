import { expect, test } from 'vitest'
import { readTypedDate } from './typed-date.ts'

test.each([
  ['1227', '2027-12-31'],
  ['0228', '2028-02-29'],
  ['1/27', '2027-01-31'],
  ['101227', '2027-12-10'],
  ['5-3-2027', '2027-03-05'],
  ['2027-12-31', '2027-12-31'],
  ['DEC.27', '2027-12-31'],
  ['December 2027', '2027-12-31'],
  ['12/12', '2012-12-31'],
  ['30\u00a0Sept\u00a02027', '2027-09-30'],
])('%j is %s', (text, date) => {
  expect(readTypedDate(text)).toBe(date)
})

const words =
  '12 127 12/ 12/2 12/272 12/202 1327 0027 31022027 29/02/2027 32/1/27 0/12/27 2027 12/1899 12/3027 1/2/3/27'
const others = ['', '12272', 'Decade 2027', 'De 27', '1227 x', 'Foo 2027', '१२/२७', '12\n/27 !']
test.each([...words.split(' '), ...others])('%j is none', (text) => {
  expect(readTypedDate(text)).toBeNull()
})
