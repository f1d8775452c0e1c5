import { expect, it } from 'vitest'
import { createRecogniser } from './recognise.ts'

/** Types keys with `gap` ms between two; answers what the last one was. */
function type(keys: string[], gap: number, recognise = createRecogniser(), from = 0) {
  const kinds = keys.map((key, place) => recognise(key, from + place * gap))
  return kinds.at(-1)
}
const scan = (code: string) => [...code, 'Enter']

it.each([1, 20, 30, 45])('knows a code by %i ms between its digits', (gap) => {
  expect(type(scan('8901234567890'), gap)).toEqual({ kind: 'scan', code: '8901234567890' })
})

it.each([60, 100, 200])('leaves digits that are typed at %i ms a key to the field', (gap) => {
  expect(type(scan('8901234567890'), gap)).toEqual({ kind: 'other' })
})

it.each([['12'], ['1234567'], ['8901234x567890']])('leaves %s to the field, however fast', (text) => {
  expect(type(scan(text), 20)).toEqual({ kind: 'other' })
})

it('takes none of the digits that were typed before the scan', () => {
  const recognise = createRecogniser()
  type([...'12'], 150, recognise)
  expect(type(scan('96385074'), 20, recognise, 1_000)).toEqual({ kind: 'scan', code: '96385074' })
})

it('keeps two scans apart', () => {
  const recognise = createRecogniser()
  type(scan('8901234567890'), 20, recognise)
  expect(type(scan('96385074'), 20, recognise, 300)).toEqual({ kind: 'scan', code: '96385074' })
})

it('reads 26 digits as one code, which nobody knows', () => {
  expect(type(scan('89012345678908901234567890'), 20)).toMatchObject({
    kind: 'scan',
    code: expect.stringMatching(/^\d{26}$/),
  })
})

it('says where a code began, so that what it typed can be taken back', () => {
  const recognise = createRecogniser()
  expect(recognise('5', 0)).toEqual({ kind: 'began' })
  expect(recognise('8', 500)).toEqual({ kind: 'began' })
  expect(recognise('9', 520)).toEqual({ kind: 'digit' })
})
