export interface VocabularyWord<Owner> {
  text: string
  owners: Owner[]
}

function placeIn<Value>(sorted: readonly Value[], key: string, keyOf: (value: Value) => string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (keyOf(sorted[middle] as Value) < key) from = middle + 1
    else to = middle
  }
  return from
}

/** Keeps values sorted by key, for prefix search. Sorts the values of each first letter only when needed. */
export function createSorted<Value>(keyOf: (value: Value) => string) {
  const letters = new Map<string, { values: Value[]; isSorted: boolean }>()
  const letterOf = (key: string) => key.slice(0, 1)
  return {
    add(value: Value): void {
      const key = keyOf(value)
      const letter = letters.get(letterOf(key))
      if (!letter) letters.set(letterOf(key), { values: [value], isSorted: false })
      else if (letter.isSorted) letter.values.splice(placeIn(letter.values, key, keyOf), 0, value)
      else letter.values.push(value)
    },
    remove(value: Value): void {
      const values = letters.get(letterOf(keyOf(value)))?.values
      const at = values?.indexOf(value) ?? -1
      if (at >= 0) values?.splice(at, 1)
    },
    beginning(beginning: string): Value[] {
      const letter = letters.get(letterOf(beginning))
      if (!letter) return []
      const { values } = letter
      if (!letter.isSorted) values.sort((a, b) => compareTexts(keyOf(a), keyOf(b)))
      letter.isSorted = true
      return values.slice(placeIn(values, beginning, keyOf), placeIn(values, `${beginning}\uffff`, keyOf))
    },
  }
}

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Removes a value. Moves the last value into its place, so the order changes. */
export function removeFrom<Value>(values: Value[], value: Value): void {
  const at = values.indexOf(value)
  if (at < 0) return
  const end = values.pop() as Value
  if (at < values.length) values[at] = end
}

export function createVocabulary<Owner>() {
  const words = new Map<string, VocabularyWord<Owner>>()
  const sorted = createSorted<VocabularyWord<Owner>>(({ text }) => text)
  return {
    get: (text: string) => words.get(text),
    beginning: sorted.beginning,
    add(text: string, owner: Owner): VocabularyWord<Owner> {
      let word = words.get(text)
      if (!word) {
        word = { text, owners: [] }
        words.set(text, word)
        sorted.add(word)
      }
      if (word.owners.at(-1) !== owner) word.owners.push(owner)
      return word
    },
    remove(word: VocabularyWord<Owner>, owner: Owner): void {
      removeFrom(word.owners, owner)
      if (word.owners.length > 0) return
      words.delete(word.text)
      sorted.remove(word)
    },
  }
}
export type Vocabulary<Owner> = ReturnType<typeof createVocabulary<Owner>>
