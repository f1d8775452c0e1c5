/* Rules only, no schemas: a counter finds by them in the browser, the server by the same in its memory. */

import {
  type Entry,
  entryOf,
  type Found,
  type FoundBy,
  foldText,
  gtinOf,
  NOWHERE,
  placeOf,
  type Searchable,
} from './medicine-entry.ts'
import { createVocabulary } from './slips.ts'

export interface MedicineIndex<Item> {
  /** At most `limit` that fit `text`, all of them for `Infinity`; without a text, what is sold most. */
  find(text: string, limit: number): Found<Item>
  findBarcode(code: string): Item | undefined
  get(id: string): Item | undefined
  put(item: Item): void
  remove(id: string): void
  size(): number
}

/**
 * Medicines to be found by what somebody types at a counter: what is called so, what begins so, what has words that
 * begin so in any order, what has it inside; then by maker and category; and only if all that finds nothing, by what
 * the text may be a slip of. What fits alike comes by what is sold most, then by name.
 */
export function createMedicineIndex<Item extends Searchable>(items: Iterable<Item>): MedicineIndex<Item> {
  const folded = new Map<string, string>()
  const fold = (text: string) => {
    const known = folded.get(text)
    if (known !== undefined) return known
    const made = foldText(text)
    folded.set(text, made)
    return made
  }
  const entries = new Map<string, Entry<Item>>()
  const byGtin = new Map<string, Entry<Item>>()
  const vocabulary = createVocabulary<Item>()
  let order: Entry<Item>[] | null = null
  let findTyped: FindTyped<Item> = () => []

  const add = (entry: Entry<Item>) => {
    entries.set(entry.item._id, entry)
    if (entry.gtin) byGtin.set(entry.gtin, entry)
    vocabulary.add(entry)
  }
  const remove = (id: string) => {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    vocabulary.remove(entry)
    if (byGtin.get(entry.gtin) === entry) byGtin.delete(entry.gtin)
    order = null
  }
  for (const item of items) add(entryOf(item, fold))

  const sorted = () => {
    if (order) return order
    order = [...entries.values()].sort(
      (a, b) => b.item.sold - a.item.sold || compare(a.name, b.name) || compare(a.item._id, b.item._id),
    )
    findTyped = createFindTyped(order)
    return order
  }
  return {
    find(text, limit) {
      const typed = foldText(text)
      if (typed === '') return foundOf(sorted(), limit, 'everything')
      const code = /^\d{8,14}$/.test(typed) ? byGtin.get(gtinOf(typed)) : undefined
      if (code) return foundOf([code], limit, 'code')
      const words = typed.split(' ')
      const all = sorted()
      const found = findTyped(typed, words)
      const [best] = found
      if (best) return foundOf(found, limit, kinds[placeOf(best, typed, words)] ?? 'elsewhere')
      const misspelt = vocabulary.find(all, words)
      return { ...misspelt, items: misspelt.items.slice(0, limit) }
    },
    findBarcode: (code) => byGtin.get(gtinOf(code))?.item,
    get: (id) => entries.get(id)?.item,
    put(item) {
      const known = entries.get(item._id)
      if (known && isFoundAlike(known.item, item)) {
        known.item = item
        return
      }
      remove(item._id)
      add(entryOf(item, fold))
      order = null
    },
    remove,
    size: () => entries.size,
  }
}

function foundOf<Item>(fits: readonly Entry<Item>[], limit: number, kind: FoundBy): Found<Item> {
  const items = fits.slice(0, limit).map(({ item }) => item)
  return { items, isSure: kind !== 'everything', kind, total: fits.length }
}

const kinds: readonly FoundBy[] = ['name', 'name', 'words', 'words']
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isFoundAlike = (a: Searchable, b: Searchable): boolean =>
  a.name === b.name &&
  a.manufacturer === b.manufacturer &&
  a.category === b.category &&
  a.barcode === b.barcode &&
  a.sold === b.sold

type FindTyped<Item> = (text: string, words: readonly string[]) => Entry<Item>[]

/**
 * Finds what fits as it is typed, best first. What fits a text is among what fits any beginning of it, so each further
 * key looks at fewer.
 */
function createFindTyped<Item>(order: readonly Entry<Item>[]): FindTyped<Item> {
  let last = { text: '', fits: order }
  return (text, words) => {
    const places: Entry<Item>[][] = Array.from({ length: NOWHERE }, () => [])
    const fits = (text.startsWith(last.text) ? last.fits : order).filter((entry) => {
      const place = places[placeOf(entry, text, words)]
      place?.push(entry)
      return place !== undefined
    })
    last = { text, fits }
    return places.flat()
  }
}
