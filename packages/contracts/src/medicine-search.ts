/* Rules only, no schemas: a counter finds by them in the browser, the server by the same in its memory. */

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

export interface Found<Item> {
  /** Best first. */
  items: Item[]
  /** Whether the first is what the text says: not where a misspelt text could mean two names. */
  isSure: boolean
}

export interface MedicineIndex<Item> {
  /** At most `limit` that fit `text`; without a text, what is sold most. */
  find(text: string, limit: number): Found<Item>
  findBarcode(code: string): Item | undefined
  get(id: string): Item | undefined
  put(item: Item): void
  remove(id: string): void
  size(): number
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
const NOWHERE = 6

interface Entry<Item> {
  item: Item
  name: string
  /** Name, maker and category, with a space before each word. */
  all: string
  words: readonly string[]
  gtin: string
}

/** UPC-A, EAN-13 and GTIN-14 are one number, written with or without its leading zeros. */
const gtinOf = (code: string | null | undefined): string => (code ? code.padStart(14, '0') : '')

function entryOf<Item extends Searchable>(item: Item, fold: (text: string) => string): Entry<Item> {
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

function placeOf(entry: Entry<unknown>, text: string, words: readonly string[]): number {
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

/** Slips that are forgiven: in a short word another letter is another word, and a number is never meant otherwise. */
const slipsIn = (word: string): number =>
  /\p{N}/u.test(word) || word.length < 5 ? 0 : word.length < 8 ? 1 : 2

/** Letters that may be missing at the end of a misspelt word. With more, "metfo" would sell Metoprolol. */
const MISSING_LETTERS = 3

/**
 * Slips (a letter wrong, missing, too many, or two swapped) that make `typed` the word, or all of it but its last few
 * letters; more than `most` counts as many. The first letter is the one people get right, unless it is swapped with the second.
 */
export function slips(typed: string, word: string, most: number): number {
  const swapped = typed[0] === word[1] && typed[1] === word[0]
  if ((typed[0] !== word[0] && !swapped) || word.length < typed.length - most) return most + 1
  if (word.length > typed.length + most + MISSING_LETTERS) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: Math.min(word.length, typed.length + most) + 1 }, (_, at) => at)
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i]
    for (let j = 1; j < last.length; j += 1) {
      const changed = (last[j - 1] as number) + (typed[i - 1] === word[j - 1] ? 0 : 1)
      let least = Math.min(changed, (last[j] as number) + 1, (row[j - 1] as number) + 1)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] as number) + 1)
      }
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return Math.min(most + 1, ...last.slice(Math.max(0, word.length - MISSING_LETTERS)))
}

/** Words of the store that a typed word may mean, with the slips it takes. */
function meanings(typed: string, vocabulary: Iterable<string>): Map<string, number> {
  const most = slipsIn(typed)
  const meant = new Map<string, number>()
  for (const word of vocabulary) {
    const count = word.startsWith(typed) ? 0 : most === 0 ? 1 : slips(typed, word, most)
    if (count <= most) meant.set(word, count)
  }
  return meant
}

/** What the words may mean with slips, fewest first. Only asked where nothing fits as it is typed. */
function findMisspelt<Item>(
  order: readonly Entry<Item>[],
  words: readonly string[],
  vocabulary: Iterable<string>,
): Found<Item> {
  const all = [...vocabulary]
  const perWord = words.map((word) => meanings(word, all))
  if (perWord.some((meant) => meant.size === 0)) return { items: [], isSure: false }
  const found: { item: Item; slips: number; meant: string }[] = []
  for (const { item, words: own } of order) {
    const taken = perWord.map((meant) => leastOf(own, meant))
    if (taken.some((one) => one === undefined)) continue
    const meant = taken.map((one) => one?.[0]).join(' ')
    found.push({ item, slips: taken.reduce((sum, one) => sum + (one?.[1] ?? 0), 0), meant })
  }
  found.sort((a, b) => a.slips - b.slips)
  const best = found.filter(({ slips: count }) => count === found[0]?.slips)
  return { items: found.map(({ item }) => item), isSure: new Set(best.map(({ meant }) => meant)).size === 1 }
}

function leastOf(own: readonly string[], meant: Map<string, number>): [string, number] | undefined {
  let least: [string, number] | undefined
  for (const word of own) {
    const count = meant.get(word)
    if (count !== undefined && (!least || count < least[1])) least = [word, count]
  }
  return least
}

/**
 * Medicines to be found by what somebody types at a counter: what is called so, what begins so, what has words that
 * begin so in any order, what has it inside; then by maker and category; and only if all that finds nothing, by what
 * the text may be a slip of. What fits alike comes by what is sold most, then by name.
 */
export function createMedicineIndex<Item extends Searchable>(items: Iterable<Item>): MedicineIndex<Item> {
  const folded = new Map<string, string>()
  const fold = (text: string) => {
    const known = folded.get(text)
    if (known !== undefined) return known
    const made = foldText(text)
    folded.set(text, made)
    return made
  }
  const entries = new Map<string, Entry<Item>>()
  const byGtin = new Map<string, Entry<Item>>()
  const vocabulary = new Set<string>()
  let order: Entry<Item>[] | null = null

  const add = (entry: Entry<Item>) => {
    entries.set(entry.item._id, entry)
    if (entry.gtin) byGtin.set(entry.gtin, entry)
    for (const word of entry.words) vocabulary.add(word)
  }
  const remove = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    if (byGtin.get(entry.gtin) === entry) byGtin.delete(entry.gtin)
    order = null
  }
  for (const item of items) add(entryOf(item, fold))

  const sorted = () => {
    order ??= [...entries.values()].sort(
      (a, b) => b.item.sold - a.item.sold || compare(a.name, b.name) || compare(a.item._id, b.item._id),
    )
    return order
  }
  return {
    find(text, limit) {
      const typed = foldText(text)
      if (typed === '') return { items: sorted().slice(0, limit).map(itemOf), isSure: false }
      const code = /^\d{8,14}$/.test(typed) ? byGtin.get(gtinOf(typed)) : undefined
      if (code) return { items: [code.item], isSure: true }
      const words = typed.split(' ')
      const found = findAsTyped(sorted(), typed, words, limit)
      if (found.length > 0) return { items: found, isSure: true }
      const misspelt = findMisspelt(sorted(), words, vocabulary)
      return { ...misspelt, items: misspelt.items.slice(0, limit) }
    },
    findBarcode: (code) => byGtin.get(gtinOf(code))?.item,
    get: (id) => entries.get(id)?.item,
    put(item) {
      const known = entries.get(item._id)
      if (known && isFoundAlike(known.item, item)) {
        known.item = item
        return
      }
      remove(item._id)
      add(entryOf(item, fold))
      order = null
    },
    remove,
    size: () => entries.size,
  }
}

const itemOf = <Item>({ item }: Entry<Item>): Item => item
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isFoundAlike = (a: Searchable, b: Searchable): boolean =>
  a.name === b.name &&
  a.manufacturer === b.manufacturer &&
  a.category === b.category &&
  a.barcode === b.barcode &&
  a.sold === b.sold

function findAsTyped<Item>(
  order: readonly Entry<Item>[],
  text: string,
  words: readonly string[],
  limit: number,
): Item[] {
  const places: Item[][] = Array.from({ length: NOWHERE }, () => [])
  const begins = places[BEGINS] as Item[]
  for (const entry of order) {
    // Enough of them: only what is called so itself still comes before.
    if (begins.length === limit && entry.name !== text) continue
    const place = places[placeOf(entry, text, words)]
    if (place && place.length < limit) place.push(entry.item)
  }
  return places.flat().slice(0, limit)
}
