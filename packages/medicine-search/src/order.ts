import type { Entry, Found, FoundBy, Searchable } from './entry.ts'
import { matchClass } from './match-class.ts'
import { isNumber } from './name-words.ts'
import { compareTexts } from './vocabulary.ts'

/**
 * Returns the first `limit` matches, by match class. Within a class, sellable ones come first. If the beginning of a
 * plain name was typed, its tablets follow. Then the order is by units sold, then by name with strengths ascending.
 */
export function toSearchResult<Item extends Searchable>(
  classes: readonly (readonly Entry<Item>[])[],
  limit: number,
  kind: FoundBy,
  isSure: boolean,
  canBeSold: (item: Item) => boolean = () => true,
): Found<Item> {
  const items: Item[] = []
  const complete = new Set(classes[matchClass.complete])
  const inOrder = (a: Entry<Item>, b: Entry<Item>) =>
    firstIf(canBeSold(a.item), canBeSold(b.item)) || compare(a, b)
  const plainFirst = (a: Entry<Item>, b: Entry<Item>) =>
    firstIf(canBeSold(a.item), canBeSold(b.item)) ||
    extrasOf(a) - extrasOf(b) ||
    firstIf(complete.has(a), complete.has(b)) ||
    compare(a, b)
  for (const [at, entries] of classes.entries()) {
    const isBrand = !isSure && (at === matchClass.complete || at === matchClass.beginning)
    if (isBrand && at === matchClass.complete) continue
    const order = isBrand ? plainFirst : inOrder
    const some = isBrand ? [...complete, ...entries] : entries
    for (const { item } of firstMatchesInOrder(some, limit - items.length, order)) items.push(item)
  }
  const countBefore = (end?: number) => classes.slice(0, end).reduce((sum, { length }) => sum + length, 0)
  const composed = [countBefore(matchClass.composition), countBefore(matchClass.elsewhere)] as const
  return { items, isSure, kind, total: countBefore(), composed }
}

const firstIf = (a: boolean, b: boolean): number => Number(b) - Number(a)

const compare = <Item extends Searchable>(a: Entry<Item>, b: Entry<Item>): number =>
  b.item.sold - a.item.sold || compareNames(a, b) || compareTexts(a.item._id, b.item._id)

/** Counts words after the brand, and forms other than tablets and capsules. */
const extrasOf = ({ names: [name] }: Entry<unknown>): number =>
  (name?.kinds ?? []).filter((kind) => kind === 'word' || kind === 'form').length

/** Compares strengths as numbers: 25, 50, 100. */
function compareNames({ words }: Entry<unknown>, { words: others }: Entry<unknown>): number {
  for (const [at, { text }] of words.entries()) {
    const other = others[at]?.text
    if (other === undefined) return 1
    if (text === other) continue
    return isNumber(text) && isNumber(other) ? Number(text) - Number(other) : compareTexts(text, other)
  }
  return words.length - others.length
}

const FEW = 64

/** Returns the first `limit` items, without sorting all if `limit` is small. */
export function firstMatchesInOrder<Item>(
  entries: readonly Item[],
  limit: number,
  compare: (a: Item, b: Item) => number,
): Item[] {
  if (limit <= 0) return []
  if (limit > FEW || entries.length <= limit) return entries.toSorted(compare).slice(0, limit)
  const first: Item[] = []
  for (const entry of entries) {
    const end = first.at(-1)
    if (first.length === limit && end && compare(end, entry) <= 0) continue
    let at = first.length
    while (at > 0 && compare(entry, first[at - 1] as Item) < 0) at -= 1
    first.splice(at, 0, entry)
    if (first.length > limit) first.pop()
  }
  return first
}
