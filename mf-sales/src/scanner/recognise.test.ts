import { describe, expect, it } from 'vitest'
import { createRecogniser } from './recognise.ts'

/** Types keys with `gap` ms between two; answers what the last one was. */
function type(keys: readonly string[], gap: number, recogniser = createRecogniser(), from = 0) {
  const kinds = keys.map((key, place) => recogniser.hear({ key }, from + place * gap))
  return kinds.at(-1) ?? { kind: 'other' }
}
const scan = (code: string) => [...code, 'Enter']

it.each([1, 20, 30, 45])('knows a code by %i ms between its digits, that Enter or Tab ends', (gap) => {
  for (const last of ['Enter', 'Tab'])
    expect(type([...'8901234567890', last], gap)).toEqual({ kind: 'scan', code: '8901234567890' })
})

it.each([60, 100, 200])('leaves digits that are typed at %i ms a key to the field', (gap) => {
  expect(type(scan('8901234567890'), gap)).toEqual({ kind: 'other' })
})

it.each([['12'], ['1234567'], ['8901234x567890']])('leaves %s to the field, however fast', (text) => {
  expect(type(scan(text), 20)).toEqual({ kind: 'other' })
})

it('takes none of the digits that were typed before the scan', () => {
  const recogniser = createRecogniser()
  type([...'12'], 150, recogniser)
  expect(type(scan('96385074'), 20, recogniser, 1_000)).toEqual({ kind: 'scan', code: '96385074' })
})

it('keeps two scans apart', () => {
  const recogniser = createRecogniser()
  type(scan('8901234567890'), 20, recogniser)
  expect(type(scan('96385074'), 20, recogniser, 300)).toEqual({ kind: 'scan', code: '96385074' })
})

it('says where a code began, so that what it typed can be taken back', () => {
  const recogniser = createRecogniser()
  expect(recogniser.hear({ key: '5' }, 0)).toEqual({ kind: 'began' })
  expect(recogniser.hear({ key: '8' }, 500)).toEqual({ kind: 'began' })
  expect(recogniser.hear({ key: '9' }, 520)).toEqual({ kind: 'typed' })
})

it('knows a code that nothing ends, where it is one', () => {
  const recogniser = createRecogniser()
  expect(type([...'4006381333931'], 20, recogniser)).toEqual({ kind: 'typed' })
  expect(recogniser.pause(() => false)).toBeNull()
  expect(recogniser.pause(() => true)).toBe('4006381333931')
  expect(recogniser.pause(() => true)).toBeNull()
  type([...'4006381333932'], 20, recogniser, 1_000)
  expect(recogniser.pause(() => true)).toBeNull()
  type([...'1234567'], 20, recogniser, 2_000)
  expect(recogniser.pause(() => true)).toBeNull()
})

it('swallows what comes late of a code that seemed to have ended, by the times of its keys', () => {
  const recogniser = createRecogniser()
  type([...'96385074'], 20, recogniser)
  recogniser.pause(() => true)
  expect(type([...'12345', 'Enter', 'Enter'], 20, recogniser, 8 * 20)).toEqual({ kind: 'echo' })
  expect(recogniser.hear({ key: '7' }, 14 * 20 + 45)).toEqual({ kind: 'began' })
})

it.each([1, 20, 40])('hears the second Enter of a scanner at %i ms a key as its echo', (gap) => {
  const recogniser = createRecogniser()
  expect(type([...scan('8901234567890'), 'Enter'], gap, recogniser)).toEqual({ kind: 'echo' })
  expect(recogniser.hear({ key: 'Enter' }, 14 * gap + 100)).toEqual({ kind: 'other' })
})

it("leaves a person's own Enter after a scan to the form", () => {
  const recogniser = createRecogniser()
  type(scan('8901234567890'), 20, recogniser)
  expect(recogniser.hear({ key: 'Enter' }, 13 * 20 + 40)).toEqual({ kind: 'other' })
})

describe('the code of a pack', () => {
  const GTIN = '09521234543213'

  it.each([
    [`]d201${GTIN}10AB`, 3],
    [`]C101${GTIN}`, 3],
    [`01${GTIN}17271231`, 16],
    [`(01)${GTIN}(10)AB`, 4],
    ['https://id.example/01/1', 8],
  ])('%s is known after its beginning, and ends with a pause', (code, known) => {
    const recogniser = createRecogniser()
    const kinds = [...code].map((key, at) => recogniser.hear({ key }, at * 20).kind)
    expect(kinds.indexOf('pack')).toBe(known - 1)
    expect(kinds.slice(known - 1).every((kind) => kind === 'pack')).toBe(true)
    expect(type(['Enter'], 0, recogniser, code.length * 20)).toEqual({ kind: 'pack' })
    expect(recogniser.pause(() => false)).toBe(`${code}\n`)
  })

  it('has its separators as scanners send them', () => {
    const recogniser = createRecogniser()
    const keys = [...`01${GTIN}10AB`].map((key) => ({ key }))
    const alt = ['0', '0', '2', '9'].map((key) => ({ key, altKey: true }))
    const next = ['2', '1', 'C'].map((key) => ({ key }))
    const all = [...keys, { key: ']', ctrlKey: true }, ...next, ...alt, { key: '9' }]
    all.forEach((key, at) => void recogniser.hear(key, at * 20))
    expect(recogniser.pause(() => false)).toBeNull()
    expect(recogniser.pause(() => true)).toBe(`01${GTIN}10AB\u001d21C\u001d9`)
  })

  it('is a text of lines that no finger types, and never one at a typist’s speed', () => {
    const lines = [...'Dolo 650', 'Enter', ...'Batch AB12', 'Enter', ...'Exp 12/2027']
    const recogniser = createRecogniser()
    expect(type(lines, 3, recogniser)).toEqual({ kind: 'pack' })
    expect(recogniser.pause(() => false)).toBeNull()
    expect(recogniser.pause(() => true)).toBe('Dolo 650\nBatch AB12\nExp 12/2027')
    for (const gap of [13, 20, 27, 40]) expect(type(lines, gap).kind).toBe('typed')
  })
})
