import { saltsAndStrengths } from './composition-key.ts'
import {
  identifiesMedicine,
  isNumber,
  type NameWord,
  plainWordsOf,
  type WordKind,
  wordsOf,
} from './name-words.ts'
import type { Vocabulary, VocabularyWord } from './vocabulary.ts'

export interface Searchable {
  _id: string
  name: string
  manufacturer: string
  category: string
  composition?: string | null | undefined
  compositionKey?: string | null | undefined
  barcode?: string | null | undefined
  sold: number
}

/** How the best match was found. `everything`: no text was typed. `elsewhere`: by maker or category. */
export type FoundBy =
  | 'everything'
  | 'code'
  | 'name'
  | 'words'
  | 'composition'
  | 'elsewhere'
  | 'slip'
  | 'nothing'

export interface Found<Item> {
  items: Item[]
  isSure: boolean
  kind: FoundBy
  total: number
  /** The matches by composition are `items[from]` up to, but not including, `items[to]`. */
  composed: readonly [from: number, to: number]
}

export interface Entry<Item> {
  item: Item
  names: readonly EntryName<Item>[]
  words: readonly VocabularyWord<Entry<Item>>[]
  elsewhere: Elsewhere<Item>
  gtin: string
  seen: number
}

/** `key` is the name for prefix search. It has no spaces, and its numbers match as a whole only. */
export interface EntryName<Item> {
  entry: Entry<Item>
  key: string
  words: readonly string[]
  kinds: readonly WordKind[]
}

/** Maker, category and composition. Shared by all medicines that have the same. */
interface Elsewhere<Item> {
  words: readonly VocabularyWord<Elsewhere<Item>>[]
  /** The composition as entered, and with the usual names of its salts. */
  compositions: readonly (readonly VocabularyWord<Elsewhere<Item>>[])[]
  entries: Entry<Item>[]
  seen: number
  taken: number
}

export interface Vocabularies<Item> {
  names: Vocabulary<Entry<Item>>
  elsewhere: Vocabulary<Elsewhere<Item>>
  shared: Map<string, Elsewhere<Item>>
}

export const gtinOf = (code: string | null | undefined): string => (code ? code.padStart(14, '0') : '')

const [BEFORE_NUMBER, AFTER_NUMBER] = ['\u0001', '\u0002']

/** Letters are joined without spaces; numbers get delimiters. */
const keyOfWord = (word: string): string => (isNumber(word) ? `${BEFORE_NUMBER}${word}${AFTER_NUMBER}` : word)

export const keyLengthOf = (word: string): number => word.length + (isNumber(word) ? 2 : 0)

export const keyOf = (words: readonly string[]): string => words.map(keyOfWord).join('')

export const openKey = (key: string): string => (key.endsWith(AFTER_NUMBER) ? key.slice(0, -1) : key)

export function entryOf<Item extends Searchable>(item: Item, all: Vocabularies<Item>): Entry<Item> {
  const words = wordsOf(item.name)
  const entry: Entry<Item> = {
    item,
    names: [],
    words: [],
    elsewhere: elsewhereOf(item, all),
    gtin: gtinOf(item.barcode),
    seen: 0,
  }
  entry.words = words.map(({ text }) => all.names.add(text, entry))
  const whole = nameOf(words, entry)
  const others = [joinNumbers(words), spokenOf(words)].filter(({ length }) => length < words.length)
  entry.names = [whole, ...others.map((other) => nameOf(other, entry))]
  entry.elsewhere.entries.push(entry)
  return entry
}

function nameOf<Item>(words: readonly NameWord[], entry: Entry<Item>): EntryName<Item> {
  const texts = words.map(({ text }) => text)
  return { entry, key: keyOf(texts), words: texts, kinds: kindsOf(words) }
}

/** Cache of kinds, as most names share a few patterns. */
const patterns = new Map<string, readonly WordKind[]>()

function kindsOf(words: readonly NameWord[]): readonly WordKind[] {
  const kinds = words.map(({ kind }) => kind)
  const pattern = kinds.join(' ')
  const present = patterns.get(pattern)
  if (present) return present
  patterns.set(pattern, kinds)
  return kinds
}

/** "30/70" is also typed 3070. "1/500" stays apart, because 1500 could be another strength. */
function joinNumbers(words: readonly NameWord[]): NameWord[] {
  const joined: NameWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const isPair = word.isJoined && before && identifiesMedicine(word.kind) && identifiesMedicine(before.kind)
    if (isPair && /^\d{2,}$/.test(before.text) && /^\d{2,}$/.test(word.text)) {
      joined[joined.length - 1] = { ...before, text: before.text + word.text }
    } else joined.push(word)
  }
  return joined
}

/** Returns the words that people say: "Betnesol Oral Drops 15 ml" is called Betnesol drops. */
function spokenOf(words: readonly NameWord[]): readonly NameWord[] {
  const form = words.findIndex(({ kind }) => kind === 'form')
  const before = words[form - 1]?.kind
  const isSpoken = form < 1 || before === 'word' || before === 'strength'
  return isSpoken
    ? words
    : words.filter(({ kind }) => kind === 'word' || kind === 'strength' || kind === 'form')
}

function elsewhereOf<Item extends Searchable>(item: Item, all: Vocabularies<Item>): Elsewhere<Item> {
  const compositions = [item.composition ?? '', saltsAndStrengths(item.compositionKey)]
  const text = [item.manufacturer, item.category, ...compositions].join('\n')
  const present = all.shared.get(text)
  if (present) return present
  const elsewhere: Elsewhere<Item> = { words: [], compositions: [], entries: [], seen: 0, taken: 0 }
  const add = (words: readonly string[]) => words.map((word) => all.elsewhere.add(word, elsewhere))
  elsewhere.words = add(plainWordsOf(text))
  elsewhere.compositions = compositions.map((composition) =>
    add(wordsOf(composition).map((word) => word.text)),
  )
  all.shared.set(text, elsewhere)
  return elsewhere
}
