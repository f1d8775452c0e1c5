/** In a shorter word a different letter makes another word. */
export const SHORTEST_SLIP = 5
/** In a shorter word a changed letter may make another brand. */
const SHORTEST_CHANGED = 8
/** Missing letters allowed at the end of a misspelt word. With more, "metfo" would find Metoprolol. */
const MISSING_LETTERS = 3

/** `maybe`: listed, never chosen by Enter. */
type Slip = 'sure' | 'maybe'

/**
 * Detects one slip: a letter changed, swapped, doubled or missing. Never in numbers or short words; the first letter
 * must be right unless swapped with the second. A slip at the end is never sure: `huminsulinr` may mean a Huminsulin R
 * that the store does not have.
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
  return changed === 'sure' && (rest === '' || typed.length < SHORTEST_CHANGED) ? 'maybe' : changed
}

function ends(typed: string, word: string): Slip | undefined {
  if (typed === word) return 'sure'
  return word.startsWith(typed) && word.length - typed.length <= MISSING_LETTERS ? 'maybe' : undefined
}
