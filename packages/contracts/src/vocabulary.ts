/* Rules only, no schemas. */

/** A word, and what has it. */
export interface Word<Owner> {
  text: string
  owners: Owner[]
}

/** The first place in `sorted` whose key is not before `key`. */
export function placeIn<Value>(
  sorted: readonly Value[],
  key: string,
  keyOf: (value: Value) => string,
): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (keyOf(sorted[middle] as Value) < key) from = middle + 1
    else to = middle
  }
  return from
}

/** Values in the order of their keys: those whose key begins so stand together. Sorted when first asked, then kept so. */
export function createSorted<Value>(keyOf: (value: Value) => string) {
  const values: Value[] = []
  let isSorted = false
  const sorted = () => {
    if (!isSorted) values.sort((a, b) => compareTexts(keyOf(a), keyOf(b)))
    isSorted = true
    return values
  }
  return {
    add(value: Value): void {
      if (isSorted) values.splice(placeIn(values, keyOf(value), keyOf), 0, value)
      else values.push(value)
    },
    remove(value: Value): void {
      const at = isSorted
        ? values.indexOf(value, placeIn(values, keyOf(value), keyOf))
        : values.indexOf(value)
      if (at >= 0) values.splice(at, 1)
    },
    /** Those whose key begins with `beginning`. */
    beginning(beginning: string): Value[] {
      const from = placeIn(sorted(), beginning, keyOf)
      return values.slice(from, placeIn(values, `${beginning}\uffff`, keyOf))
    },
  }
}

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All words of names, each once, with what has it. */
export function createVocabulary<Owner>() {
  const words = new Map<string, Word<Owner>>()
  const sorted = createSorted<Word<Owner>>(({ text }) => text)
  return {
    get: (text: string) => words.get(text),
    beginning: sorted.beginning,
    add(text: string, owner: Owner): Word<Owner> {
      let word = words.get(text)
      if (!word) {
        word = { text, owners: [] }
        words.set(text, word)
        sorted.add(word)
      }
      // A name that has a word twice has it once here.
      if (word.owners.at(-1) !== owner) word.owners.push(owner)
      return word
    },
    remove(word: Word<Owner>, owner: Owner): void {
      const at = word.owners.indexOf(owner)
      if (at < 0) return
      word.owners[at] = word.owners.at(-1) as Owner
      word.owners.pop()
      if (word.owners.length > 0) return
      words.delete(word.text)
      sorted.remove(word)
    },
  }
}
export type Vocabulary<Owner> = ReturnType<typeof createVocabulary<Owner>>
