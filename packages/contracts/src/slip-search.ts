import type { Entry, Searchable } from './medicine-entry.ts'
import { countOwners, rarestOf, reachedBy, type Shelf } from './medicine-shelf.ts'
import { isNumber } from './medicine-words.ts'
import { SHORTEST_SLIP, slipOf } from './slips.ts'
import { assignWords, MAYBE, type Reach, reachOf, type Typed, WHOLE } from './typed-text.ts'
import type { Word } from './vocabulary.ts'

interface SlipFit<Item> {
  entry: Entry<Item>
  reached: Reach[]
}

/** Finds medicines whose names have all typed words, some with a slip. */
export function findSlips<Item extends Searchable>(shelf: Shelf<Item>, { texts }: Typed): SlipFit<Item>[] {
  const perWord = texts.map((text) => [
    ...reachedBy(text, shelf.names),
    ...wordsNear(text, shelf).filter((word) => reachWithSlip(text, word.text) > 0),
  ])
  const maybe = new Set((rarestOf(perWord, countOwners) ?? []).flatMap(({ owners }) => owners))
  return [...maybe].flatMap((entry) => {
    const reached = assignWords(texts, entry.words, reachWithSlip)
    return reached ? [{ entry, reached }] : []
  })
}

/** Words with the typed one's first or second letter first, because the two may be swapped. */
function wordsNear<Item extends Searchable>(text: string, { names }: Shelf<Item>): Word<Entry<Item>>[] {
  if (isNumber(text) || text.length < SHORTEST_SLIP) return []
  return [...new Set(text.slice(0, 2))].flatMap((letter) => names.beginning(letter))
}

function reachWithSlip(typed: string, word: string): Reach {
  const reached = reachOf(typed, word)
  if (reached > 0 || isNumber(typed) || isNumber(word)) return reached
  const slip = slipOf(typed, word)
  return slip === 'sure' ? WHOLE : slip === 'maybe' ? MAYBE : 0
}
