import { type Entry, keyLengthOf, type Name } from './medicine-entry.ts'
import { isNumber, says, type WordKind } from './medicine-words.ts'
import { assignWords, type Reach, reachOf, type Typed, WHOLE } from './typed-text.ts'

export const place = {
  equal: 0,
  complete: 1,
  beginning: 2,
  insideWord: 3,
  insideNumber: 4,
  words: 5,
  wordsAndMore: 6,
  composition: 7,
  compositionAndMore: 8,
  elsewhere: 9,
} as const
export type Place = (typeof place)[keyof typeof place]
export const PLACES = 10

export interface Fits<Item> {
  places: readonly (readonly Entry<Item>[])[]
  names: readonly (readonly Name<Item>[])[]
  total: number
}

/** Fewer letters of a form are ambiguous: the D of Pan D is not the start of drops. */
export const SHORTEST_FORM = 3

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

export function reachInName({ words }: Name<unknown>, typed: Typed): Reach[] {
  let end = 0
  return words.map((word) => {
    const begin = end
    end += keyLengthOf(word)
    if (end <= typed.key.length) return WHOLE
    return Math.max(0, Math.min(typed.key.length - begin, typed.lastLength))
  })
}

/** "Omnacortil 5" is not "Omnacortil Oral Solution 5mg/5ml": a strength in a volume needs a liquid form. */
export function isLiquidSaid(kinds: readonly WordKind[], reached: readonly Reach[]): boolean {
  const isReached = (kind: WordKind) => kinds.some((one, at) => one === kind && (reached[at] ?? 0) > 0)
  return !isReached('concentration') || isReached('form')
}

/** False if a number was typed for a pack, or for a strength in a volume without a form: 15 tablets are not Dolo 15. */
export const isNumberMeant = (kinds: readonly WordKind[], reached: readonly Reach[]): boolean =>
  isLiquidSaid(kinds, reached) && !reached.some((reach, at) => reach > 0 && kinds[at] === 'pack')

export function placeInWords(entry: Entry<unknown>, typed: Typed): Place | undefined {
  const { kinds } = entry.names[0] as Name<unknown>
  if (typed.texts.length === 1) {
    const isComplete =
      !says(kinds[1]) && says(kinds[0]) && reachOf(typed.texts[0] as string, entry.words[0]?.text ?? '') > 0
    return isComplete ? place.words : place.wordsAndMore
  }
  const reached = assignWords(typed.texts, entry.words, reachOf)
  if (!reached) return undefined
  // A pack size alone proves nothing: 15 tablets are not Dolo 15.
  if (reached.some((reach, at) => reach > 0 && kinds[at] === 'pack')) return place.elsewhere
  const isComplete = reached.every((reach, at) => reach > 0 || !says(kinds[at]))
  return isComplete && isLiquidSaid(kinds, reached) ? place.words : place.wordsAndMore
}

/** Medicines of the typed salt alone come before combinations. */
export function placeElsewhere({ words, elsewhere }: Entry<unknown>, { texts }: Typed): Place | undefined {
  const all = elsewhere.compositions.map((composition) => {
    const reached = assignWords(texts, [...words, ...composition], reachOf)?.slice(words.length)
    if (!reached?.some((reach) => reach > 0)) return place.elsewhere
    const isComplete = composition.every(({ text }, at) => isNumber(text) || (reached[at] ?? 0) > 0)
    return isComplete ? place.composition : place.compositionAndMore
  })
  const best = Math.min(...all) as Place
  const isFound =
    best < place.elsewhere ||
    texts.length === 1 ||
    assignWords(texts, [...words, ...elsewhere.words], reachOf) !== undefined
  return isFound ? best : undefined
}
