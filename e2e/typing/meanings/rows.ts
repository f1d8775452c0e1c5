import type { Random } from '@mms/service-kit/random'
import type { Branded } from './families.ts'
import { bareOf, countHaving, isForm, isNumber, type Names, partsOf } from './names.ts'

export interface Row {
  rule: string
  text: string
  meant: string | undefined
}

/** Doubles, swaps, drops or changes a letter. */
function misspell(word: string, random: Random): string {
  const at = random.int(1, word.length - 3)
  const letter = word[at] ?? ''
  const next = word[at + 1] ?? ''
  const changed = random.pick([...'aeiou'].filter((vowel) => vowel !== letter))
  const slips = [
    letter + letter + next,
    letter === next ? letter : next + letter,
    next,
    ...(word.length > 6 ? [changed + next] : []),
  ]
  return word.slice(0, at) + random.pick(slips) + word.slice(at + 2)
}

/** Unambiguous spellings of a medicine. */
function spellings({ spoken, name }: Branded, random: Random): [rule: string, text: string][] {
  const words = spoken.split(' ')
  const [brand = ''] = words
  const rest = words.slice(1)
  const form = name.match(/\b(tablet|capsule|syrup|injection|cream|inhaler)\b/i)?.[0]
  const isFormSaid = words.some(isForm)
  const all: [rule: string, text: string][] = [
    ['whole', spoken],
    ['joined', spoken.replaceAll(/[\s/]/g, '')],
    ['with hyphens', words.join('-')],
    ['with points', words.join(words.some(isNumber) ? ' ' : '.')],
  ]
  if (rest.length > 0 && !isFormSaid) all.push(['reordered', words.toReversed().join(' ')])
  if (form && !isFormSaid) all.push(['with its form', `${spoken} ${form.toLowerCase()}`])
  if (brand.length > 6) all.push(['abbreviated', [brand.slice(0, 5), ...rest].join(' ')])
  if (brand.length > 5) all.push(['misspelt', [misspell(brand, random), ...rest].join(' ')])
  return all.filter(([, text], at) => all.findIndex(([, other]) => other === text) === at)
}

const LOOSE = ['reordered', 'abbreviated', 'misspelt']

/**
 * Rows of a family before a shelf that has it, and what must happen. Where the words may be said in any order, cut or
 * misspelt, another medicine of the shelf that has them all makes it a question; and so does everywhere one that differs
 * only by a form that was not said.
 */
export function rowsOf(family: readonly Branded[], names: Names, random: Random): Row[] {
  const rows = family.flatMap((medicine): Row[] =>
    spellings(medicine, random).map(([rule, text]) => {
      const words = partsOf(rule === 'abbreviated' ? text : medicine.spoken)
      const isFormSaid = [...partsOf(medicine.spoken), ...partsOf(text)].some(isForm)
      const others = LOOSE.includes(rule)
        ? countHaving(names, words)
        : isFormSaid
          ? 1
          : (names.bare.get(bareOf(medicine.name)) ?? 0)
      return { rule, text, meant: others > 1 ? undefined : medicine.name }
    }),
  )
  return [...rows, ...brandsOf(family, names), ...begunNumbers(family)]
}

/** A brand alone means the name equal to it, or the only one; several strengths must ask. */
function brandsOf(family: readonly Branded[], names: Names): Row[] {
  const brands = [...new Set(family.map(({ spoken }) => spoken.split(' ')[0] ?? ''))]
  return brands.map((text) => {
    const plain = family.filter(({ name }) => {
      const [brand, ...rest] = bareOf(name).split(' ')
      return brand === text && rest.every(isNumber)
    })
    const [one, other] = plain
    const isAlone = one !== undefined && (bareOf(one.name) === text || countHaving(names, [text]) === 1)
    return { rule: 'brand alone', text, meant: isAlone && !other ? one.name : undefined }
  })
}

/** Incomplete numbers mean nothing. */
function begunNumbers(family: readonly Branded[]): Row[] {
  const begun = family.filter(({ spoken }) => /\d{2,}$/.test(spoken)).map(({ spoken }) => spoken.slice(0, -1))
  const isSpoken = (text: string) => family.some(({ spoken }) => spoken === text)
  return begun
    .filter((text) => !isSpoken(text))
    .map((text) => ({ rule: 'number begun', text, meant: undefined }))
}

/** Texts of a missing medicine must ask, unless another form of it fits. */
export function rowsOfMissing(medicine: Branded, names: Names, random: Random): Row[] {
  if ((names.bare.get(bareOf(medicine.name)) ?? 0) > 1) return []
  // Another is called just what is said: Bandy Plus Suspension where Bandy Plus 12 Tablet is meant.
  const isAnother = bareOf(medicine.name) !== medicine.spoken && names.bare.has(bareOf(medicine.spoken))
  if (isAnother && !partsOf(medicine.spoken).some(isForm)) return []
  return spellings(medicine, random).map(([rule, text]) => ({
    rule: `${rule}, missing`,
    text,
    meant: undefined,
  }))
}
