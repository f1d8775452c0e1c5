import { type Entry, keyLengthOf, type Name } from './medicine-entry.ts'
import { says } from './medicine-words.ts'
import { assignWords, type Reach, reachOf, type Typed, WHOLE } from './typed-text.ts'

/** Where a text fits a medicine, best first. */
export const place = {
  equal: 0,
  /** Equal but for forms and packs. */
  complete: 1,
  beginning: 2,
  insideWord: 3,
  insideNumber: 4,
  words: 5,
  wordsAndMore: 6,
  elsewhere: 7,
} as const
export type Place = (typeof place)[keyof typeof place]
export const PLACES = 8

export interface Fits<Item> {
  /** By `place`, best first. */
  places: readonly (readonly Entry<Item>[])[]
  /** The names that the text is a beginning of, by `place`. */
  names: readonly (readonly Name<Item>[])[]
  /** How many, those included that are in no list. */
  total: number
}

/** Fewer letters of a form could be something else: the D of Pan D is no beginning of drops. */
export const SHORTEST_FORM = 3

/** Where the text, which is a beginning of the name, ends in it. */
export function placeInName({ key, words, kinds }: Name<unknown>, typed: Typed): Place {
  if (key === typed.key) return place.equal
  if (!key.startsWith(typed.key)) return place.insideNumber
  let end = 0
  for (let at = 0; at < words.length; at += 1) {
    const begin = end
    end += keyLengthOf(words[at] as string)
    if (end <= typed.key.length) continue
    const isSaid = says(kinds[at])
    const letters = Math.min(typed.key.length - begin, typed.lastLength)
    if (letters > 0 && (isSaid || letters < SHORTEST_FORM)) return place.insideWord
    if (isSaid) return place.beginning
  }
  return place.complete
}

/** How much of each word of the name the text says, of which it is a beginning. */
export function reachInName({ words }: Name<unknown>, typed: Typed): Reach[] {
  let end = 0
  return words.map((word) => {
    const begin = end
    end += keyLengthOf(word)
    if (end <= typed.key.length) return WHOLE
    return Math.max(0, Math.min(typed.key.length - begin, typed.lastLength))
  })
}

/** Where words of the name begin with the typed ones, in any order; undefined where one is missing. */
export function placeInWords(entry: Entry<unknown>, typed: Typed): Place | undefined {
  const { kinds } = entry.names[0] as Name<unknown>
  if (typed.texts.length === 1) {
    // Words that say something stand first.
    const isComplete =
      !says(kinds[1]) && says(kinds[0]) && reachOf(typed.texts[0] as string, entry.words[0]?.text ?? '') > 0
    return isComplete ? place.words : place.wordsAndMore
  }
  const reached = assignWords(typed.texts, entry.words, reachOf)
  if (!reached) return undefined
  // A number that is only that of a pack says nothing: 15 tablets are no Dolo 15.
  if (reached.some((reach, at) => reach > 0 && kinds[at] === 'pack')) return place.elsewhere
  return reached.every((reach, at) => reach > 0 || !says(kinds[at])) ? place.words : place.wordsAndMore
}
