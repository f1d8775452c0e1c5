const FORM =
  /^(tablet|tab|capsule|cap|syrup|syp|suspension|susp|drops?|injection|inj|vial|cartridge|penfill|pfs|cream|gel|ointment|inhaler|respules|powder|spray|liquid|rotacaps?|solution|dry|oral|eye|ear|nasal|topical|vaginal|dt|human)$/
const BESIDE =
  /[\d.]+ ?(mg|mcg|gm?)\/[\d.]* ?ml\b|(?<=tablet|capsule) (pr|mr|md)\b|[\d.]+ ?(ml|iu(\/ml)?|md)\b|(?<=cream|gel|ointment|powder|spray|emulgel) [\d.]+ ?gm|\([\d]+\)|\d+'s|\/ml|(?<=\d) ?(mg|mcg|gm)\b/gi

export const isForm = (part: string): boolean => FORM.test(part)
export const isNumber = (part: string): boolean => /^\d/.test(part)

/** Words and numbers without units and packs: `gp1` gives gp and 1. */
export function partsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(BESIDE, ' ')
  const parts = plain.match(/[a-z]+|\d*\.?\d+/g) ?? []
  return parts.map((part) => (/^[\d.]/.test(part) ? String(Number(part)) : part))
}

export const bareOf = (name: string): string => bare(partsOf(name))
const bare = (parts: readonly string[]) => parts.filter((part) => !isForm(part)).join(' ')

/** Names of a shelf, read without the index under test, to decide what must ask. */
export interface Names {
  /** Names by the first letters of each word. */
  byLetters: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Number of names that differ only by form. */
  bare: ReadonlyMap<string, number>
}

const lettersOf = (part: string) => part.slice(0, 2)

export function namesOf(shelf: readonly { name: string }[]): Names {
  const byLetters = new Map<string, string[][]>()
  const counts = new Map<string, number>()
  for (const { name } of shelf) {
    const parts = partsOf(name)
    counts.set(bare(parts), (counts.get(bare(parts)) ?? 0) + 1)
    for (const letters of new Set(parts.map(lettersOf))) {
      const having = byLetters.get(letters)
      if (having) having.push(parts)
      else byLetters.set(letters, [parts])
    }
  }
  return { byLetters, bare: counts }
}

/** Number of names that have each word or its beginning; numbers whole. */
export function countHaving({ byLetters }: Names, words: readonly string[]): number {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const having = byLetters.get(lettersOf(longestFirst[0] ?? '')) ?? []
  return having.filter((name) => hasAll(name, longestFirst)).length
}

function hasAll(name: readonly string[], words: readonly string[]): boolean {
  const begins = (own: string, word: string) => own === word || (!isNumber(word) && own.startsWith(word))
  const open = [...name]
  return words.every((word) => {
    const at = open.findIndex((own) => begins(own, word))
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  })
}
