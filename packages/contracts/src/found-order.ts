import type { Entry, Found, FoundBy, Searchable } from './medicine-entry.ts'
import { place } from './medicine-places.ts'
import { compareTexts } from './vocabulary.ts'

/** Returns the first `limit` matches by place, then by units sold, then by name. */
export function foundOf<Item extends Searchable>(
  places: readonly (readonly Entry<Item>[])[],
  limit: number,
  kind: FoundBy,
  isSure: boolean,
): Found<Item> {
  const items: Item[] = []
  for (const entries of places) {
    for (const { item } of firstInOrder(entries, limit - items.length, compare)) items.push(item)
  }
  const countBefore = (end?: number) => places.slice(0, end).reduce((sum, { length }) => sum + length, 0)
  const composed = [countBefore(place.composition), countBefore(place.elsewhere)] as const
  return { items, isSure, kind, total: countBefore(), composed }
}

const compare = <Item extends Searchable>(a: Entry<Item>, b: Entry<Item>): number =>
  b.item.sold - a.item.sold ||
  compareTexts(a.names[0]?.key ?? '', b.names[0]?.key ?? '') ||
  compareTexts(a.item._id, b.item._id)

const FEW = 64

/** Returns the first `limit` items, without sorting all of them for a small limit. */
export function firstInOrder<Item>(
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
