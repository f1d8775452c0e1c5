import { type Entry, type EntryName, keyLengthOf } from './entry.ts'
import { identifiesMedicine, isNumber, type WordKind } from './name-words.ts'
import { assignWords, type Reach, reachOf, type TypedText, WHOLE_WORD } from './typed-text.ts'

export const matchClass = {
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
export type MatchClass = (typeof matchClass)[keyof typeof matchClass]
export const MATCH_CLASSES = 10

export interface MatchesByClass<Item> {
  classes: readonly (readonly Entry<Item>[])[]
  names: readonly (readonly EntryName<Item>[])[]
  total: number
}

/** Fewer letters of a form are ambiguous. For example, the D of Pan D does not mean drops. */
export const SHORTEST_FORM = 3

export function classByName({ key, words, kinds }: EntryName<unknown>, typed: TypedText): MatchClass {
  if (key === typed.key) return matchClass.equal
  if (!key.startsWith(typed.key)) return matchClass.insideNumber
  let end = 0
  for (let at = 0; at < words.length; at += 1) {
    const begin = end
    end += keyLengthOf(words[at] as string)
    if (end <= typed.key.length) continue
    const isSaid = identifiesMedicine(kinds[at])
    const letters = Math.min(typed.key.length - begin, typed.lastLength)
    if (letters > 0 && (isSaid || letters < SHORTEST_FORM)) return matchClass.insideWord
    if (isSaid) return matchClass.beginning
  }
  return matchClass.complete
}

export function reachInName({ words }: EntryName<unknown>, typed: TypedText): Reach[] {
  let end = 0
  return words.map((word) => {
    const begin = end
    end += keyLengthOf(word)
    if (end <= typed.key.length) return WHOLE_WORD
    return Math.max(0, Math.min(typed.key.length - begin, typed.lastLength))
  })
}

/** "Omnacortil 5" does not mean Omnacortil Oral Solution 5mg/5ml: a strength per volume needs the liquid form. */
export function mentionsLiquid(kinds: readonly WordKind[], reached: readonly Reach[]): boolean {
  const isReached = (kind: WordKind) => kinds.some((one, at) => one === kind && (reached[at] ?? 0) > 0)
  return !isReached('concentration') || isReached('form')
}

/** False if a number matches a pack size, or a strength per volume without form: "Dolo 15" is not 15 tablets. */
export const meansNumber = (kinds: readonly WordKind[], reached: readonly Reach[]): boolean =>
  mentionsLiquid(kinds, reached) && !reached.some((reach, at) => reach > 0 && kinds[at] === 'pack')

export function classByWords(entry: Entry<unknown>, typed: TypedText): MatchClass | undefined {
  const { kinds } = entry.names[0] as EntryName<unknown>
  if (typed.texts.length === 1) {
    const isComplete =
      !identifiesMedicine(kinds[1]) &&
      identifiesMedicine(kinds[0]) &&
      reachOf(typed.texts[0] as string, entry.words[0]?.text ?? '') > 0
    return isComplete ? matchClass.words : matchClass.wordsAndMore
  }
  const reached = assignWords(typed.texts, entry.words, reachOf)
  if (!reached) return undefined
  // A pack size alone proves nothing: "Dolo 15" is not a pack of 15 tablets.
  if (reached.some((reach, at) => reach > 0 && kinds[at] === 'pack')) return matchClass.elsewhere
  const isComplete = reached.every((reach, at) => reach > 0 || !identifiesMedicine(kinds[at]))
  return isComplete && mentionsLiquid(kinds, reached) ? matchClass.words : matchClass.wordsAndMore
}

/** Ranks medicines with only the typed salt before combinations. */
export function classElsewhere(
  { words, elsewhere }: Entry<unknown>,
  { texts }: TypedText,
): MatchClass | undefined {
  const all = elsewhere.compositions.map((composition) => {
    const reached = assignWords(texts, [...words, ...composition], reachOf)?.slice(words.length)
    if (!reached?.some((reach) => reach > 0)) return matchClass.elsewhere
    const isComplete = composition.every(({ text }, at) => isNumber(text) || (reached[at] ?? 0) > 0)
    return isComplete ? matchClass.composition : matchClass.compositionAndMore
  })
  const best = Math.min(...all) as MatchClass
  const isFound =
    best < matchClass.elsewhere ||
    texts.length === 1 ||
    assignWords(texts, [...words, ...elsewhere.words], reachOf) !== undefined
  return isFound ? best : undefined
}
