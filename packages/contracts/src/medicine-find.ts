/* Rules only, no schemas. */

import { type Entry, type Found, type FoundBy, gtinOf, type Name, type Searchable } from './medicine-entry.ts'
import { type Fits, PLACES, place, placeInName, placeInWords } from './medicine-places.ts'
import { countOwners, rarestOf, reachedBy, type Shelf } from './medicine-shelf.ts'
import { isEntrySaid, isSureOf } from './medicine-sure.ts'
import { findSlips } from './slip-search.ts'
import { assignWords, reachOf, readTyped, type Typed, withoutForms } from './typed-text.ts'
import { compareTexts } from './vocabulary.ts'

/** No name is longer: a text that is fits nothing. */
const LONGEST_TEXT = 300

export function createFind<Item extends Searchable>(shelf: Shelf<Item>) {
  let search = 0
  const findTyped = (typed: Typed, limit: number): Found<Item> | undefined => {
    search += 1
    const fits = fitsOf(shelf, typed, limit, search)
    const best = fits.places.findIndex((entries) => entries.length > 0)
    if (best < 0) return undefined
    return { ...foundOf(fits.places, limit, kindAt(best), isSureOf(shelf, fits, typed)), total: fits.total }
  }
  /** Dolo 650 Tablet where the shelf says Dolo 650, or has a syrup only: listed, and never sure. */
  const findOtherForm = (typed: Typed, limit: number): Found<Item> | undefined => {
    const formless = withoutForms(typed)
    const found = formless && findTyped(formless, limit)
    return found && { ...found, isSure: false }
  }
  const findSlip = (typed: Typed, limit: number): Found<Item> => {
    const slips = findSlips(shelf, typed)
    const [only] = slips
    const isSure = only !== undefined && slips.length === 1 && isEntrySaid(only.entry, only.reached, shelf)
    return foundOf([slips.map(({ entry }) => entry)], limit, only ? 'slip' : 'nothing', isSure)
  }
  return (text: string, limit: number): Found<Item> => {
    const code = /^\d{8,14}$/.test(text.trim()) ? shelf.byGtin.get(gtinOf(text.trim())) : undefined
    if (code) return foundOf([[code]], limit, 'code', true)
    if (text.length > LONGEST_TEXT) return foundOf([], limit, 'nothing', false)
    const typed = readTyped(text)
    if (typed.words.length === 0) return foundOf([[...shelf.entries.values()]], limit, 'everything', false)
    return findTyped(typed, limit) ?? findOtherForm(typed, limit) ?? findSlip(typed, limit)
  }
}

const kindAt = (best: number): FoundBy =>
  best < place.words ? 'name' : best < place.elsewhere ? 'words' : 'elsewhere'

/** In no list. */
const COUNTED = -1

function fitsOf<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: Typed,
  limit: number,
  search: number,
): Fits<Item> {
  const places: Entry<Item>[][] = Array.from({ length: PLACES }, () => [])
  const names: Name<Item>[][] = Array.from({ length: place.words }, () => [])
  let taken = 0
  const take = (entry: Entry<Item>, at: number) => {
    entry.seen = search
    places[at]?.push(entry)
    taken += 1
  }
  for (const name of shelf.byName.beginning(typed.open)) {
    if (name.entry.seen === search) continue
    const at = placeInName(name, typed)
    names[at]?.push(name)
    take(name.entry, at)
  }
  // A single letter fits thousands: those that are not shown, nor told apart from an only one, are counted.
  const isCounted = typed.texts.length === 1 && taken >= Math.max(limit, 2)
  eachHavingWords(shelf, typed, (entry) => {
    if (entry.seen === search) return
    const at = isCounted ? COUNTED : placeInWords(entry, typed)
    if (at !== undefined) take(entry, at)
  })
  eachHavingElsewhere(shelf, typed, (entry) => {
    if (entry.seen !== search && fitsElsewhere(entry, typed))
      take(entry, isCounted ? COUNTED : place.elsewhere)
  })
  return { places, names, total: taken }
}

type Visit<Item> = (entry: Entry<Item>) => void

/** What may have all typed words: those that have the rarest of them. */
function eachHavingWords<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: Typed,
  visit: Visit<Item>,
): void {
  const perWord = typed.texts.map((text) => reachedBy(text, shelf.names))
  for (const { owners } of rarestOf(perWord, countOwners) ?? []) for (const entry of owners) visit(entry)
}

function eachHavingElsewhere<Item extends Searchable>(
  shelf: Shelf<Item>,
  typed: Typed,
  visit: Visit<Item>,
): void {
  const perWord = typed.texts.map((text) => {
    const elsewhere = new Set(reachedBy(text, shelf.elsewhere).flatMap(({ owners }) => owners))
    const names = reachedBy(text, shelf.names)
    let size = countOwners(names)
    for (const { entries } of elsewhere) size += entries.length
    return { names, elsewhere, size }
  })
  const rarest = rarestOf(perWord, ({ size }) => size)
  for (const { entries } of rarest?.elsewhere ?? []) for (const entry of entries) visit(entry)
  // What one word finds among names has been found.
  if (typed.texts.length === 1) return
  for (const { owners } of rarest?.names ?? []) for (const entry of owners) visit(entry)
}

const fitsElsewhere = (entry: Entry<unknown>, { texts }: Typed): boolean =>
  texts.length === 1 || assignWords(texts, [...entry.words, ...entry.elsewhere.words], reachOf) !== undefined

function foundOf<Item extends Searchable>(
  places: readonly (readonly Entry<Item>[])[],
  limit: number,
  kind: FoundBy,
  isSure: boolean,
): Found<Item> {
  const items: Item[] = []
  for (const entries of places) {
    for (const { item } of firstOf(entries, limit - items.length)) items.push(item)
  }
  return { items, isSure, kind, total: places.reduce((sum, entries) => sum + entries.length, 0) }
}

const compare = <Item extends Searchable>(a: Entry<Item>, b: Entry<Item>): number =>
  b.item.sold - a.item.sold ||
  compareTexts(a.names[0]?.key ?? '', b.names[0]?.key ?? '') ||
  compareTexts(a.item._id, b.item._id)

/** A list is asked for its first dozen at every key; where more are asked for, all are sorted. */
const FEW = 64

/** The first `limit` in order. */
function firstOf<Item extends Searchable>(entries: readonly Entry<Item>[], limit: number): Entry<Item>[] {
  if (limit <= 0) return []
  if (limit > FEW || entries.length <= limit) return entries.toSorted(compare).slice(0, limit)
  const first: Entry<Item>[] = []
  for (const entry of entries) {
    const end = first.at(-1)
    if (first.length === limit && end && compare(end, entry) <= 0) continue
    let at = first.length
    while (at > 0 && compare(entry, first[at - 1] as Entry<Item>) < 0) at -= 1
    first.splice(at, 0, entry)
    if (first.length > limit) first.pop()
  }
  return first
}
