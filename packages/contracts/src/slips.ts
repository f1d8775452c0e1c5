/** In a shorter word another letter is another word. */
export const SHORTEST_SLIP = 5
/** In a shorter word a letter that was changed may be another brand. */
const SHORTEST_CHANGED = 8
/** Letters that may be missing at the end of a misspelt word. With more, "metfo" would find Metoprolol. */
const MISSING_LETTERS = 3

/** `sure`: nothing else can be meant by it; `maybe`: to be listed. */
type Slip = 'sure' | 'maybe'

/**
 * Whether `typed` is `word` with one slip: a letter changed, two swapped, one doubled or one missing. Never in a number
 * or a short word; the first letter is the one people get right, unless it is swapped with the second. What comes at the
 * end is never sure: `huminsulinr` and `telmh` may say Huminsulin R and Telma H, which the store does not have.
 */
export function slipOf(typed: string, word: string): Slip | undefined {
  if (typed.length < SHORTEST_SLIP || word.length > typed.length + 1 + MISSING_LETTERS) return undefined
  if (word.length < typed.length - 1) return undefined
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  if (same === typed.length || (same === 0 && typed[0] !== word[1])) return undefined
  const rest = typed.slice(same + 1)
  // Swapped, missing, too many, changed: what is left after it must be the word, or all of it but its end.
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
