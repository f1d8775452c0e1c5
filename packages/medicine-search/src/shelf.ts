import { type Entry, type EntryName, entryOf, type Searchable, type Vocabularies } from './entry.ts'
import { isNumber } from './name-words.ts'
import {
  createSorted,
  createVocabulary,
  removeFrom,
  type Vocabulary,
  type VocabularyWord,
} from './vocabulary.ts'

export function createShelf<Item extends Searchable>() {
  const all: Vocabularies<Item> = {
    names: createVocabulary(),
    elsewhere: createVocabulary(),
    shared: new Map(),
  }
  const names = createSorted<EntryName<Item>>(({ key }) => key)
  const entries = new Map<string, Entry<Item>>()
  const byGtin = new Map<string, Entry<Item>>()
  return {
    ...all,
    byName: names,
    entries,
    byGtin,
    add(item: Item): void {
      const entry = entryOf(item, all)
      entries.set(item._id, entry)
      for (const name of entry.names) names.add(name)
      if (entry.gtin) byGtin.set(entry.gtin, entry)
    },
    remove(id: string): void {
      const entry = entries.get(id)
      if (!entry) return
      entries.delete(id)
      for (const name of entry.names) names.remove(name)
      for (const word of new Set(entry.words)) all.names.remove(word, entry)
      removeFrom(entry.elsewhere.entries, entry)
      if (byGtin.get(entry.gtin) === entry) byGtin.delete(entry.gtin)
    },
    isBrand: (text: string): boolean => {
      const word = all.names.get(text)
      return word !== undefined && isBrandWord(word)
    },
    hasOtherBrand: (beginning: string, text: string): boolean =>
      all.names.beginning(beginning).some((word) => word.text !== text && isBrandWord(word)),
  }
}

const isBrandWord = <Item>(word: VocabularyWord<Entry<Item>>): boolean =>
  word.owners.some(({ words }) => words[0] === word)

export type Shelf<Item extends Searchable> = ReturnType<typeof createShelf<Item>>

export function findReachedWords<Owner>(
  typed: string,
  vocabulary: Vocabulary<Owner>,
): readonly VocabularyWord<Owner>[] {
  if (!isNumber(typed)) return vocabulary.beginning(typed)
  const word = vocabulary.get(typed)
  return word ? [word] : []
}

export function smallestChoice<Choice>(
  perWord: readonly Choice[],
  size: (choice: Choice) => number,
): Choice | undefined {
  const sizes = perWord.map(size)
  return perWord[sizes.indexOf(Math.min(...sizes))]
}

export const countOwners = (words: Iterable<VocabularyWord<unknown>>): number => {
  let count = 0
  for (const { owners } of words) count += owners.length
  return count
}
