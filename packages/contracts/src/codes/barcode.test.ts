import { expect, it, test } from 'vitest'
import { barcodeProblem, parseBarcode } from './barcode.ts'

// Published examples: GS1 General Specifications, "check digit calculator" of gs1.org, and packs of the shelf.
const real = {
  'EAN-8': '96385074',
  'UPC-A': '036000291452',
  'EAN-13': '4006381333931',
  'EAN-13 of an Indian pack': '8901030865275',
  'GTIN-14': '10614141000415',
}

test.each(Object.entries(real))('%s is taken, and refused with any one digit mistyped', (_, code) => {
  expect(barcodeProblem(code)).toBeUndefined()
  for (let place = 0; place < code.length; place += 1) {
    for (let by = 1; by < 10; by += 1) {
      const wrong = `${code.slice(0, place)}${(Number(code[place]) + by) % 10}${code.slice(place + 1)}`
      expect(barcodeProblem(wrong), wrong).toMatch(/check digit/)
    }
  }
})

it('may be typed with the gaps that are printed', () => {
  expect(parseBarcode(' 4 006381-333931 ')).toBe('4006381333931')
})

it('is one product as UPC-A, EAN-13 and GTIN-14', () => {
  const same = ['036000291452', '0036000291452', '00036000291452']
  expect(new Set(same.map(parseBarcode))).toEqual(new Set(['0036000291452']))
  expect(parseBarcode('10614141000415')).toBe('10614141000415')
  expect(parseBarcode('96385074')).toBe('96385074')
})

test.each([
  ['', /digits/],
  ['400638133393100', /digits/],
  ['400638133393I', /digits/],
  ['４００６３８１３３３９３１', /digits/],
  ['0000000000000', /check digit/],
])('%j is refused', (text, why) => {
  expect(barcodeProblem(text)).toMatch(why)
  expect(parseBarcode(text)).toBeNull()
})
