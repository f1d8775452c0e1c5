import { keyOf, openKey } from './entry.ts'
import { formOf, formsAlike, identifiesMedicine, isNumber, type NameWord, wordsOf } from './name-words.ts'

export interface TypedText {
  words: readonly NameWord[]
  texts: readonly string[]
  key: string
  open: string
  lastLength: number
}

export const readTypedText = (text: string): TypedText => typedOf(wordsOf(text, true))

/** Returns the text without forms and packs. Undefined if nothing or everything would remain. */
export function withoutForms({ words }: TypedText): TypedText | undefined {
  const saying = words.filter(({ kind }) => identifiesMedicine(kind))
  return saying.length > 0 && saying.length < words.length ? typedOf(saying) : undefined
}

/** Returns the text with forms that people interchange, such as syrup for suspension. */
export function withFormsAlike({ words }: TypedText): TypedText[] {
  const at = words.findIndex(({ kind }) => kind === 'form')
  return formsAlike(words[at] && formOf(words[at].text)).map((text) =>
    typedOf(words.map((word, position) => (position === at ? { ...word, text } : word))),
  )
}

function typedOf(words: readonly NameWord[]): TypedText {
  const texts = words.map((word) => word.text)
  const key = keyOf(texts)
  return { words, texts, key, open: openKey(key), lastLength: texts.at(-1)?.length ?? 0 }
}

/** How much of a word was typed: all, some letters, possibly misspelt, or nothing. */
export type Reach = number
export const WHOLE_WORD: Reach = Number.POSITIVE_INFINITY
export const MISSPELT: Reach = 0.5

export function reachOf(typed: string, word: string): Reach {
  if (typed === word) return WHOLE_WORD
  return !isNumber(typed) && word.startsWith(typed) ? typed.length : 0
}

/**
 * Assigns each typed word to a different word of the name; undefined if impossible. Prefers whole words, then earlier
 * words. Source: Kuhn, "The Hungarian method for the assignment problem" (1955): augmenting paths.
 */
export function assignWords(
  typed: readonly string[],
  words: readonly { text: string }[],
  reach: (typed: string, word: string) => Reach,
): Reach[] | undefined {
  if (typed.length > words.length) return undefined
  const takenBy: (number | undefined)[] = []
  const claim = (at: number, tried: Set<number>): boolean => {
    for (const isWhole of [true, false]) {
      for (let position = 0; position < words.length; position += 1) {
        if (tried.has(position)) continue
        const reached = reach(typed[at] as string, (words[position] as { text: string }).text)
        if (reached === 0 || (reached === WHOLE_WORD) !== isWhole) continue
        tried.add(position)
        const holder = takenBy[position]
        if (holder === undefined || claim(holder, tried)) {
          takenBy[position] = at
          return true
        }
      }
    }
    return false
  }
  for (let at = 0; at < typed.length; at += 1) if (!claim(at, new Set())) return undefined
  return words.map(({ text }, position) => {
    const holder = takenBy[position]
    return holder === undefined ? 0 : reach(typed[holder] as string, text)
  })
}
