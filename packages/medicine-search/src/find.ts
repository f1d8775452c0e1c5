import { isBestMatchSure, namesEntry } from './certainty.ts'
import { type Entry, type EntryName, type Found, type FoundBy, gtinOf, type Searchable } from './entry.ts'
import {
  classByName,
  classByWords,
  classElsewhere,
  MATCH_CLASSES,
  type MatchesByClass,
  matchClass,
} from './match-class.ts'
import { splitForms, type WordKind } from './name-words.ts'
import { toSearchResult } from './order.ts'
import { countOwners, findReachedWords, type Shelf, smallestChoice } from './shelf.ts'
import { findSlips } from './slips.ts'
import { MISSPELT, readTypedText, type TypedText, withFormsAlike, withoutForms } from './typed-text.ts'

/** Maximum characters of a search text. No name is that long. */
const LONGEST_TEXT = 300

export function createFinder<Item extends Searchable>(
  shelf: Shelf<Item>,
  sellable: () => (item: Item) => boolean,
) {
  let canBeSold = sellable()
  let search = 0
  const findTyped = (typed: TypedText, limit: number): Found<Item> | undefined => {
    search += 1
    const fits = fitsOf(shelf, typed, limit, search)
    const best = fits.classes.findIndex((entries) => entries.length > 0)
    if (best < 0) return undefined
    const isSure =
      isBestMatchSure(shelf, fits, typed) &&
      !(best >= matchClass.insideWord && isSlipOfAnother(shelf, fits, typed))
    return { ...toSearchResult(fits.classes, limit, kindAt(best), isSure, canBeSold), total: fits.total }
  }
  /**
   * Searches with another form. "Calpol Syrup" finds Calpol Suspension with the same certainty. "Dolo 650 Tablet" finds
   * Dolo 650, or Dolo's syrup, but never with certainty.
   */
  const findOtherForm = (typed: TypedText, limit: number): Found<Item> | undefined => {
    const alike = withFormsAlike(typed).flatMap((other) => findTyped(other, limit) ?? [])
    const [only] = alike
    if (only && alike.length === 1)
      return { ...only, isSure: only.isSure && areStrengthsSaid(shelf, only, typed) }
    const formless = withoutForms(typed)
    const found = formless && findTyped(formless, limit)
    return found && { ...found, isSure: false }
  }
  const findSlip = (typed: TypedText, limit: number): Found<Item> => {
    const slips = findSlips(shelf, typed)
    const [only] = slips
    const found = toSearchResult(
      [slips.map(({ entry }) => entry)],
      limit,
      only ? 'slip' : 'nothing',
      false,
      canBeSold,
    )
    if (!only || slips.length > 1) return found
    const isOtherForm = typed.words.some(
      ({ kind, text }) => kind === 'form' && !only.entry.words.some((word) => word.text.startsWith(text)),
    )
    const isSure =
      namesEntry(only.entry, only.reached, shelf) && (!isOtherForm || areStrengthsSaid(shelf, found, typed))
    return { ...found, isSure }
  }
  return (text: string, limit: number): Found<Item> => {
    canBeSold = sellable()
    const code = /^\d{8,14}$/.test(text.trim()) ? shelf.byGtin.get(gtinOf(text.trim())) : undefined
    if (code) return toSearchResult([[code]], limit, 'code', true)
    if (text.length > LONGEST_TEXT) return toSearchResult([], limit, 'nothing', false)
    const typed = readTypedText(text)
    if (typed.words.length === 0)
      return toSearchResult([[...shelf.entries.values()]], limit, 'everything', false, canBeSold)
    const found = findTyped(typed, limit) ?? findOtherForm(typed, limit)
    if (found) return found
    const apart = readTypedText(splitForms(text))
    const isApart = apart.words.length > typed.words.length
    return (isApart && (findTyped(apart, limit) ?? findOtherForm(apart, limit))) || findSlip(typed, limit)
  }
}

/** "Mefal Forte" may abbreviate Mefalocet Forte, but may also be a misspelt Meftal Forte. */
function isSlipOfAnother<Item extends Searchable>(
  shelf: Shelf<Item>,
  fits: MatchesByClass<Item>,
  typed: TypedText,
): boolean {
  const fitting = new Set(fits.classes.slice(0, matchClass.composition).flat())
  const words = [...fitting][0]?.words ?? []
  const isWhole = typed.texts.every((typedText) => words.some(({ text }) => text === typedText))
  return (
    !isWhole &&
    findSlips(shelf, typed).some(({ entry, reached }) => !fitting.has(entry) && !reached.includes(MISSPELT))
  )
}

/** False if a strength is missing: "Calpol Syrup" does not identify Calpol 250 Suspension. */
function areStrengthsSaid<Item extends Searchable>(
  shelf: Shelf<Item>,
  found: Found<Item>,
  typed: TypedText,
): boolean {
  const kinds = shelf.entries.get(found.items[0]?._id ?? '')?.names[0]?.kinds ?? []
  const countOf = (all: readonly WordKind[]) => all.filter((kind) => kind === 'strength').length
  return countOf(kinds) <= countOf(typed.words.map(({ kind }) => kind))
}

const kindAt = (best: number): FoundBy =>
  best < matchClass.words
    ? 'name'
    : best < matchClass.composition
      ? 'words'
      : best < matchClass.elsewhere
        ? 'composition'
        : 'elsewhere'

const COUNTED = -1

function fitsOf<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: TypedText,
  limit: number,
  search: number,
): MatchesByClass<Item> {
  const classes: Entry<Item>[][] = Array.from({ length: MATCH_CLASSES }, () => [])
  const names: EntryName<Item>[][] = Array.from({ length: matchClass.words }, () => [])
  let taken = 0
  const take = (entry: Entry<Item>, at: number) => {
    entry.seen = search
    classes[at]?.push(entry)
    taken += 1
    const { elsewhere } = entry
    if (elsewhere.seen !== search) elsewhere.taken = 0
    elsewhere.seen = search
    elsewhere.taken += 1
  }
  for (const name of shelf.byName.beginning(typed.open)) {
    if (name.entry.seen === search) continue
    const at = classByName(name, typed)
    names[at]?.push(name)
    take(name.entry, at)
  }
  const isCounted = typed.texts.length === 1 && taken >= Math.max(limit, 2)
  eachHavingWords(shelf, typed, (entry) => {
    if (entry.seen === search) return
    const at = isCounted ? COUNTED : classByWords(entry, typed)
    if (at !== undefined) take(entry, at)
  })
  if (isCounted) return { classes, names, total: taken + countElsewhere(shelf, typed, search) }
  eachHavingElsewhere(shelf, typed, (entry) => {
    if (entry.seen === search) return
    const at = classElsewhere(entry, typed)
    if (at !== undefined) take(entry, at)
  })
  return { classes, names, total: taken }
}

type Visit<Item> = (entry: Entry<Item>) => void

function eachHavingWords<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: TypedText,
  visit: Visit<Item>,
): void {
  const perWord = typed.texts.map((text) => findReachedWords(text, shelf.names))
  for (const { owners } of smallestChoice(perWord, countOwners) ?? [])
    for (const entry of owners) visit(entry)
}

function countElsewhere<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: TypedText,
  search: number,
): number {
  let count = 0
  for (const { entries, seen, taken } of elsewhereBy(typed.texts[0] as string, shelf)) {
    count += entries.length - (seen === search ? taken : 0)
  }
  return count
}

const elsewhereBy = <Item extends Searchable>(text: string, { elsewhere }: Shelf<Item>) =>
  new Set(findReachedWords(text, elsewhere).flatMap(({ owners }) => owners))

function eachHavingElsewhere<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: TypedText,
  visit: Visit<Item>,
): void {
  const perWord = typed.texts.map((text) => {
    const elsewhere = elsewhereBy(text, shelf)
    const names = findReachedWords(text, shelf.names)
    let size = countOwners(names)
    for (const { entries } of elsewhere) size += entries.length
    return { names, elsewhere, size }
  })
  const rarest = smallestChoice(perWord, ({ size }) => size)
  for (const { entries } of rarest?.elsewhere ?? []) for (const entry of entries) visit(entry)
  if (typed.texts.length === 1) return
  for (const { owners } of rarest?.names ?? []) for (const entry of owners) visit(entry)
}
