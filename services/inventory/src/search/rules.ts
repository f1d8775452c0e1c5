/** Fewest letters that a search is looked up by; fewer are in too many texts. */
const SHORTEST = 3
/** Letters of a piece. What is longer is looked up by its first ones, and then compared whole. */
const LONGEST = 16
/** The highest letter there is: repeated, it ends a range of all that begin alike. */
const HIGHEST = '\u{10ffff}'
/** Units of UTF-16 in the longest `sort_name`, and how much of a long search is compared with names. */
const NAME_UNITS = 200
const NAME_LETTERS = 50
/** The category is the first line of a search text, the name the second. */
const NAME_LINE = 1

/** Whether a search can be looked up by its pieces: three letters of one line that begin with no space. */
export const hasPieces = (search: string): boolean => /^\S[^\n]{2,}$/u.test(search)

/**
 * The pieces of a search text: what stands from each letter on, at most 16 letters of the same line. So whatever a line
 * contains, one of its pieces begins with, except where the name begins with it: that, `sort_name` finds in order.
 */
export function piecesOf(searchText: string): Set<string> {
  const pieces = new Set<string>()
  for (const [number, line] of searchText.split('\n').entries()) {
    const letters = [...line]
    const last = letters.length - SHORTEST
    for (let from = number === NAME_LINE ? 1 : 0; from <= last; from += 1) {
      const piece = letters.slice(from, from + LONGEST).join('')
      if (hasPieces(piece)) pieces.add(piece)
    }
  }
  return pieces
}

type Range = [from: string, to: string]

/** Between what the pieces stand that a search begins. */
export function pieceRange(search: string): Range {
  const first = [...search].slice(0, LONGEST)
  const from = first.join('')
  return [from, from + HIGHEST.repeat(LONGEST - first.length)]
}

/** Between what the names stand that begin with a search, or with much of a long one. */
export function nameRange(search: string): Range {
  const from = [...search].slice(0, NAME_LETTERS).join('')
  return [from, from + HIGHEST.repeat(Math.ceil((NAME_UNITS - from.length) / HIGHEST.length))]
}
