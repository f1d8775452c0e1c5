import { describe, expect, it } from 'vitest'
import { hasPieces, nameRange, pieceRange, piecesOf } from './rules.ts'

describe('pieces of a text', () => {
  it('begin at each letter of a line but the first of the name, a space and the last two', () => {
    const text = 'other\nzinc 5 mg\ncipla'
    expect([...piecesOf(text)]).toEqual([
      'other',
      'the' + 'r',
      'her',
      'inc 5 mg',
      'nc 5 mg',
      'c 5 mg',
      '5 mg',
      'cipla',
      'ipla',
      'pla',
    ])
  })

  it('are at most sixteen letters long, however many bytes a letter has', () => {
    const [first] = piecesOf('😀'.repeat(40))
    expect(first).toBe('😀'.repeat(16))
  })

  it.each(['', 'ab', ' ab', 'a\nb', '\u00a0abc', '😀a'])('are not there for %j', (search) => {
    expect(hasPieces(search)).toBe(false)
  })

  it.each(['abc', '%_\\', '😀😀😀', 'क्र', 'a b'])('are there for %j', (search) => {
    expect(hasPieces(search)).toBe(true)
  })
})

describe.each([
  ['pieces', pieceRange, 16],
  ['names', nameRange, 100],
] as const)('the range of %s that begin alike', (_, rangeOf, letters) => {
  const bytes = (text: string) => Buffer.from(text)
  const isWithin = (text: string, [from, to]: [string, string]) =>
    bytes(text).compare(bytes(from)) >= 0 && bytes(text).compare(bytes(to)) <= 0

  it('holds whatever may follow, and nothing else', () => {
    for (const search of ['abc', 'औषध', '\u{10ffff}ab', 'x'.repeat(16)]) {
      const range = rangeOf(search)
      const room = letters - [...search].length
      for (const next of ['', 'a', '\uffff', '\u{10ffff}', '\u{10ffff}'.repeat(room)]) {
        const text = [...(search + next)].slice(0, letters).join('')
        expect(isWithin(text, range), `${search} ${next}`).toBe(true)
      }
      const first = [...search].slice(0, -1).join('')
      for (const other of [first, `${first}\u0001`, 'ab', '~']) {
        if (!other.startsWith(search)) expect(isWithin(other, range), `${search} ${other}`).toBe(false)
      }
    }
  })
})
