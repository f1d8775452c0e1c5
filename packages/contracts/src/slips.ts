import type { Entry, Found } from './medicine-entry.ts'

/** Slips that are forgiven: in a short word another letter is another word, and a number is never meant otherwise. */
const slipsIn = (word: string): number =>
  /\p{N}/u.test(word) || word.length < 5 ? 0 : word.length < 8 ? 1 : 2

/** Kept from call to call: a search compares thousands of words at every key. */
const rows: [number[], number[], number[]] = [[], [], []]
const at = (row: readonly number[], place: number) => row[place] as number

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
  const length = Math.min(word.length, typed.length + most)
  let [beforeLast, last, row] = rows
  for (let j = 0; j <= length; j += 1) last[j] = j
  for (let i = 1; i <= typed.length; i += 1) {
    let least = i
    row[0] = i
    for (let j = 1; j <= length; j += 1) {
      const changed = at(last, j - 1) + (typed[i - 1] === word[j - 1] ? 0 : 1)
      let fewest = Math.min(changed, at(last, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
        fewest = Math.min(fewest, at(beforeLast, j - 2) + 1)
      }
      row[j] = fewest
      if (fewest < least) least = fewest
    }
    if (least > most) return most + 1
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  let fewest = most + 1
  for (let j = Math.max(0, word.length - MISSING_LETTERS); j <= length; j += 1) {
    fewest = Math.min(fewest, at(last, j))
  }
  return fewest
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

/** Words of the names and makers, each with who has it: finds what a text may be a slip of. */
export function createVocabulary<Item>() {
  const having = new Map<string, Set<Entry<Item>>>()
  return {
    add(entry: Entry<Item>): void {
      for (const word of entry.words) {
        const known = having.get(word)
        if (known) known.add(entry)
        else having.set(word, new Set([entry]))
      }
    },
    remove(entry: Entry<Item>): void {
      for (const word of entry.words) {
        const known = having.get(word)
        known?.delete(entry)
        if (known?.size === 0) having.delete(word)
      }
    },
    /** What the words may mean with slips, fewest first; what takes as many as it stands in `order`. */
    find(order: readonly Entry<Item>[], words: readonly string[]): Found<Item> {
      const perWord = words.map((word) => meanings(word, having.keys()))
      const rarest = perWord.reduce((few, meant) => (meant.size < few.size ? meant : few))
      const maybe = new Set([...rarest.keys()].flatMap((word) => [...(having.get(word) ?? [])]))
      const found =
        maybe.size === 0
          ? []
          : order.filter((entry) => maybe.has(entry)).flatMap((entry) => meantBy(entry, perWord))
      found.sort((a, b) => a.slips - b.slips)
      const best = found.filter(({ slips: count }) => count === found[0]?.slips)
      return {
        items: found.map(({ item }) => item),
        isSure: new Set(best.map(({ meant }) => meant)).size === 1,
        kind: found.length > 0 ? 'slip' : 'nothing',
        total: found.length,
      }
    },
  }
}

/** The entry with the words that were meant; none where one of them is not its own. */
function meantBy<Item>({ item, words }: Entry<Item>, perWord: readonly Map<string, number>[]) {
  const taken = perWord.map((meant) => leastOf(words, meant))
  if (taken.some((one) => one === undefined)) return []
  const meant = taken.map((one) => one?.[0]).join(' ')
  return [{ item, slips: taken.reduce((sum, one) => sum + (one?.[1] ?? 0), 0), meant }]
}

function leastOf(own: readonly string[], meant: Map<string, number>): [string, number] | undefined {
  let least: [string, number] | undefined
  for (const word of own) {
    const count = meant.get(word)
    if (count !== undefined && (!least || count < least[1])) least = [word, count]
  }
  return least
}
