/* Rules only, no schemas. */

/** What a medicine is found by. */
export interface Searchable {
  _id: string
  name: string
  manufacturer: string
  category: string
  /** Digits of its EAN or UPC, where known. */
  barcode?: string | null | undefined
  /** Units sold lately: of two that fit alike, what this store sells more of comes first. */
  sold: number
}

/**
 * What the best match fits by: `everything` (no text), a barcode's `code`, the beginning of its `name`, `words` of its
 * name, words `elsewhere` (maker, category), a `slip`; `nothing` where there is none.
 */
export type FoundBy = 'everything' | 'code' | 'name' | 'words' | 'elsewhere' | 'slip' | 'nothing'

export interface Found<Item> {
  /** Best first, at most as many as were asked for. */
  items: Item[]
  /** Whether a bare Enter takes the first of them. */
  isSure: boolean
  kind: FoundBy
  /** How many fit in all. */
  total: number
}

const WORD = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu

/**
 * Text as it is compared: words and numbers, lower case, one space between them. `Dolo-650` and `DOLO 650`, composed
 * and decomposed letters, `é` and `e` are the same; the marks of Devanagari stay, since they are its vowels.
 */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f\u200c\u200d]/g, '')
  return (plain.normalize('NFC').toLowerCase().match(WORD) ?? []).join(' ')
}

/** Where a text fits, best first. What fits nowhere may still be a slip of the finger. */
const EXACTLY = 0
const BEGINS = 1
const BEGINS_WORDS = 2
const INSIDE = 3
const BEGINS_WORDS_ELSEWHERE = 4
const ELSEWHERE = 5
export const NOWHERE = 6

export interface Entry<Item> {
  item: Item
  name: string
  /** Name, maker and category, with a space before each word. */
  all: string
  words: readonly string[]
  gtin: string
}

/** UPC-A, EAN-13 and GTIN-14 are one number, written with or without its leading zeros. */
export const gtinOf = (code: string | null | undefined): string => (code ? code.padStart(14, '0') : '')

export function entryOf<Item extends Searchable>(item: Item, fold: (text: string) => string): Entry<Item> {
  const name = foldText(item.name)
  const maker = fold(item.manufacturer)
  return {
    item,
    name,
    all: ` ${name} ${maker} ${fold(item.category)}`,
    words: `${name} ${maker}`.split(' '),
    gtin: gtinOf(item.barcode),
  }
}

/** Where the text, whose words these are, fits; `NOWHERE` where a word is missing. */
export function placeOf(entry: Entry<unknown>, text: string, words: readonly string[]): number {
  const { name, all } = entry
  const first = all.indexOf(words[0] as string)
  if (first < 0) return NOWHERE
  // `all` begins with a space, then the name.
  if (first === 1 && name.startsWith(text)) return name.length === text.length ? EXACTLY : BEGINS
  if (words.length === 1) return placeOfWord(entry, text, first)
  const beginnings = words.map((word) => all.indexOf(` ${word}`))
  // In any order: who types "650 dolo" means Dolo 650.
  if (beginnings.every((at) => at >= 0 && at <= name.length)) return BEGINS_WORDS
  if (name.includes(text)) return INSIDE
  if (beginnings.every((at) => at >= 0)) return BEGINS_WORDS_ELSEWHERE
  return words.every((word) => all.includes(word)) ? ELSEWHERE : NOWHERE
}

/** The same for a single word, which most of the keys at a counter are typed of. */
function placeOfWord({ name, all }: Entry<unknown>, word: string, first: number): number {
  const beginning = all[first - 1] === ' ' ? first : all.indexOf(` ${word}`, first)
  if (beginning >= 0 && beginning <= name.length) return BEGINS_WORDS
  if (first + word.length <= name.length + 1) return INSIDE
  return beginning >= 0 ? BEGINS_WORDS_ELSEWHERE : ELSEWHERE
}
