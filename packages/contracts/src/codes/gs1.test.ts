import { describe, expect, it, test } from 'vitest'
import { beginsAsPackCode, readPackCode, readsAsPackCode } from './gs1.ts'

const TODAY = '2026-11-23'
const GS = '\u001d'
const read = (text: string) => readPackCode(text, TODAY)

// GTIN of the GS1 General Specifications' own examples; its check digit is right.
const GTIN = '09521234543213'
const gtin = '9521234543213'
const whole = { gtin, expiryDate: '2027-12-31', batch: 'AB-12/x', serial: '1234567890' }

describe('a GS1 code', () => {
  test.each([
    ['as a reader sends it', `01${GTIN}1727123110AB-12/x${GS}211234567890`],
    ['with its FNC1 in front', `${GS}01${GTIN}1727123110AB-12/x${GS}211234567890`],
    ['with what is variable first', `]d210AB-12/x${GS}211234567890${GS}01${GTIN}17271231`],
    ['as it is printed, with gaps', `(01) ${GTIN} (17) 271231 (10) AB-12/x (21) 1234567890`],
    ['as a link', `HTTP://id.example/p/01/${GTIN}/10/AB-12%2Fx/21/1234567890?17=271231&lang=en`],
  ])('%s is read', (_, text) => {
    expect(read(text)).toMatchObject(whole)
  })

  it('keeps every element, and the text that was read in one line', () => {
    const { elements, text } = read(`]d201${GTIN}11250101310300150037 5`.replace(' ', ''))
    expect(elements).toEqual({ '01': GTIN, '11': '250101', '3103': '001500', '37': '5' })
    expect(text).not.toContain(GS)
    expect(read(`01${GTIN}10A${GS}21B`).text).toBe(`01${GTIN}10A 21B`)
  })

  it('takes a batch to the end of the code where no separator says otherwise', () => {
    expect(read(`01${GTIN}10AB12`)).toMatchObject({ gtin, batch: 'AB12' })
    expect(read(`01${GTIN}10AB1221SER`)).toMatchObject({
      batch: 'AB1221SER',
      doubts: [{ batch: 'AB12', serial: 'SER' }],
    })
    expect(read(`01${GTIN}10A2121212`).doubts).toEqual([
      { batch: 'A', serial: '21212' },
      { batch: 'A21', serial: '212' },
    ])
  })

  test.each([
    `01${GTIN}10AB1221SER${GS}21X`,
    `(01)${GTIN}(10)AB1221SER`,
    `https://id.example/01/${GTIN}/10/AB1221SER`,
    `01${GTIN}10AB2145`,
  ])('leaves no doubt about the batch of %j', (text) => {
    expect(read(text).batch).toBeTruthy()
    expect(read(text).doubts).toBeUndefined()
  })

  it('is of its product also where what follows cannot be read', () => {
    expect(read(`01${GTIN}17271231 ?`)).toMatchObject({ gtin, expiryDate: '2027-12-31' })
    expect(read(`01${GTIN}1727`)).toMatchObject({ gtin, elements: { '01': GTIN } })
  })

  it('with a wrong check digit, or without a product, names none', () => {
    expect(read('0109521234543214').gtin).toBeNull()
    expect(read('00095212345432132101').gtin).toBeNull()
    expect(read(']d217271231').gtin).toBeNull()
  })

  test.each([
    ['280200', '2028-02-29'],
    ['760101', '2076-01-01'],
    ['770101', '1977-01-01'],
    ['271300', undefined],
    ['270230', undefined],
  ])('expires on %s, that is %s', (digits, date) => {
    expect(read(`01${GTIN}17${digits}`).expiryDate).toBe(date)
  })

  it('has its years in the century that is near', () => {
    expect(readPackCode(`01${GTIN}17010101`, '2060-01-01').expiryDate).toBe('2101-01-01')
    expect(readPackCode(`01${GTIN}17100101`, '2060-01-01').expiryDate).toBe('2110-01-01')
    expect(readPackCode(`01${GTIN}17110101`, '2060-01-01').expiryDate).toBe('2011-01-01')
  })
})

test.each(['9521234543213', '09521234543213', ']E09521234543213'])('%s is a plain barcode', (code) => {
  expect(read(code)).toMatchObject({ gtin, elements: {} })
})

test.each(['89012345678908901234567890', '9521234543214', ''])('%j is none', (code) => {
  expect(read(code).gtin).toBeNull()
})

describe('a QR code for people', () => {
  it('is read line by line', () => {
    const lines = [
      `Unique product identification code: ${gtin}`,
      'Generic name: Paracetamol Tablets IP 650 mg',
      'Brand: Dolo 650',
      'Batch No: DOBS3975',
      'Mfg. Date: 01/2026',
      'Exp. Date: 12/2027 MRP 30.91',
      'Lic. No.: MB/07/500',
    ]
    const text = lines.join('\n')
    expect(read(text)).toMatchObject({ gtin, batch: 'DOBS3975', expiryDate: '2027-12-31' })
    expect(read(text).text).not.toContain('\n')
    expect(read(lines.slice(1).join('\r\n')).gtin).toBeNull()
  })

  it('that names two products names none', () => {
    expect(read(`${gtin}\n4006381333931`).gtin).toBeNull()
  })

  it('of any address is read as far as it names a product', () => {
    expect(read(`https://pack.example/v?gtin=${gtin}&b=1`).gtin).toBe(gtin)
    expect(read(`https://pack.example/${gtin}`).gtin).toBe(gtin)
    expect(read('https://pack.example/abc').gtin).toBeNull()
    expect(read('http://').gtin).toBeNull()
    expect(read(`https://pack.example/01/${GTIN}/10/%E0%A4%A`)).toMatchObject({ gtin, batch: '%E0%A4%A' })
  })

  it('of ten thousand letters is looked at once', () => {
    expect(read('x'.repeat(10_000)).gtin).toBeNull()
    expect(read(`exp ${'1 '.repeat(5_000)}`).gtin).toBeNull()
    expect(read('('.repeat(10_000)).gtin).toBeNull()
  })
})

test.each([`]d201${GTIN}`, `${GS}01${GTIN}`, '(01)0', 'http://', 'HTTPS://X'])(
  '%j begins as a code',
  (text) => expect(beginsAsPackCode(text)).toBe(true),
)

test.each(['0109521', '9521234543213', 'dolo 650', 'https', '(0', ']d', '(02)1'])('%j does not', (text) =>
  expect(beginsAsPackCode(text)).toBe(false),
)

test.each([
  [gtin, true],
  [' 8 901234 567890', true],
  [`01${GTIN}10AB`, true],
  ['9521234543214', false],
  ['dolo 650', false],
])('%j reads as the code of a pack: %j', (text, is) => expect(readsAsPackCode(text)).toBe(is))
