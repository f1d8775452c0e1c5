import type { Entry, Found, FoundBy, Searchable } from './medicine-entry.ts'
import { compareTexts } from './vocabulary.ts'

/** The first `limit` of what fits, by place and in each place by what is sold most, then by name. */
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
  return { items, isSure, kind, total: places.reduce((sum, entries) => sum + entries.length, 0) }
}

const compare = <Item extends Searchable>(a: Entry<Item>, b: Entry<Item>): number =>
  b.item.sold - a.item.sold ||
  compareTexts(a.names[0]?.key ?? '', b.names[0]?.key ?? '') ||
  compareTexts(a.item._id, b.item._id)

/** A list is asked for its first dozen at every key; where more are asked for, all are sorted. */
const FEW = 64

/** The first `limit` of them in the order of `compare`, without sorting them all where few are asked for. */
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
