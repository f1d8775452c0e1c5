import type { Entry, Searchable } from './entry.ts'
import { meansNumber } from './match-class.ts'
import { formOf, formsAlike, isNumber } from './name-words.ts'
import { countOwners, findReachedWords, type Shelf, smallestChoice } from './shelf.ts'
import { assignWords, MISSPELT, type Reach, reachOf, type TypedText, WHOLE_WORD } from './typed-text.ts'
import type { VocabularyWord } from './vocabulary.ts'

/** In shorter words, one different letter makes another word. */
const SHORTEST_SLIP = 5
/** In shorter words, one changed letter may make another brand. */
const SHORTEST_CHANGED = 8
/** Like `SHORTEST_CHANGED`, for a vowel instead of a consonant or the reverse: "Norflpx" is no brand, Norflex is. */
const SHORTEST_MIXED = 7
/** Letters that may be missing at the end of a misspelt word. With more, "metfo" would find Metoprolol. */
const MISSING_LETTERS = 3

/** `maybe`: the match is listed, but Enter never chooses it. */
type Slip = 'sure' | 'maybe'

/**
 * Detects one typing error: a letter changed, swapped, doubled or missing. Never in numbers or short words. The first
 * letter must be right or swapped with the second. An error at the end is never sure: `huminsulinr` may mean a
 * Huminsulin R that the store does not have.
 */
export function slipOf(typed: string, word: string): Slip | undefined {
  if (typed.length < SHORTEST_SLIP || word.length > typed.length + 1 + MISSING_LETTERS) return undefined
  if (word.length < typed.length - 1) return undefined
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  if (same === typed.length || (same === 0 && typed[0] !== word[1])) return undefined
  const rest = typed.slice(same + 1)
  if (typed[same] === word[same + 1] && typed[same + 1] === word[same]) {
    const slip = ends(typed.slice(same + 2), word.slice(same + 2))
    if (slip) return slip
  }
  if (same === 0) return undefined
  const missing = ends(typed.slice(same), word.slice(same + 1))
  if (missing) return missing
  if (rest !== '' && ends(rest, word.slice(same))) {
    return typed[same] === typed[same - 1] ? ends(rest, word.slice(same)) : 'maybe'
  }
  if (same === word.length) return 'maybe'
  const changed = ends(rest, word.slice(same + 1))
  const isMixed = isVowel(typed[same]) !== isVowel(word[same])
  const shortest = isMixed ? SHORTEST_MIXED : SHORTEST_CHANGED
  return changed === 'sure' && (rest === '' || typed.length < shortest) ? 'maybe' : changed
}

const isVowel = (letter = '') => 'aeiouy'.includes(letter)

function ends(typed: string, word: string): Slip | undefined {
  if (typed === word) return 'sure'
  return word.startsWith(typed) && word.length - typed.length <= MISSING_LETTERS ? 'maybe' : undefined
}

interface SlipFit<Item> {
  entry: Entry<Item>
  reached: Reach[]
}

/** Finds medicines whose names contain all typed words, some with a typing error. */
export function findSlips<Item extends Searchable>(
  shelf: Shelf<Item>,
  { texts }: TypedText,
): SlipFit<Item>[] {
  const perWord = texts.map((text) => [
    ...findReachedWords(text, shelf.names),
    ...formsAlike(formOf(text)).flatMap((form) => shelf.names.get(form) ?? []),
    ...wordsNear(text, shelf).filter((word) => reachWithSlip(text, word.text) > 0),
  ])
  const maybe = new Set((smallestChoice(perWord, countOwners) ?? []).flatMap(({ owners }) => owners))
  const fits = [...maybe].flatMap((entry) => {
    const reached = assignWords(texts, entry.words, reachWithSlip)
    return reached ? [{ entry, reached }] : []
  })
  const meant = fits.filter(({ entry, reached }) => meansNumber(entry.names[0]?.kinds ?? [], reached))
  return meant.length > 0 ? meant : fits
}

/** Words that begin with the first or second typed letter, because these two may be swapped. */
function wordsNear<Item extends Searchable>(
  text: string,
  { names }: Shelf<Item>,
): VocabularyWord<Entry<Item>>[] {
  if (isNumber(text) || text.length < SHORTEST_SLIP) return []
  const beginnings = [...new Set(text.slice(0, 2)), ...soundingLike(text)]
  return beginnings.flatMap((beginning) => names.beginning(beginning))
}

/** Spellings that sound alike at the beginning of a word. */
const SOUNDS = ['c k q', 'c s z x', 'j g z', 'f ph', 'v w'].map((line) => line.split(' '))

/** Returns the word with other spellings of its first sound: "kalpol" becomes Calpol. */
const soundingLike = (text: string): string[] =>
  SOUNDS.flatMap((sounds) => {
    const own = sounds.find((sound) => text.startsWith(sound))
    return own ? sounds.filter((sound) => sound !== own).map((sound) => sound + text.slice(own.length)) : []
  })

const isSoundAlike = (typed: string, word: string): boolean =>
  typed[0] !== word[0] &&
  typed.length >= SHORTEST_SLIP &&
  soundingLike(typed).some((other) => ends(other, word) !== undefined)

function reachWithSlip(typed: string, word: string): Reach {
  const reached = reachOf(typed, word)
  if (reached > 0 || isNumber(typed) || isNumber(word)) return reached
  if (formsAlike(formOf(typed)).includes(word)) return WHOLE_WORD
  const slip = isSoundAlike(typed, word) ? 'maybe' : slipOf(typed, word)
  return slip === 'sure' ? WHOLE_WORD : slip === 'maybe' ? MISSPELT : 0
}
