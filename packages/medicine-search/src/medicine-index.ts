import { type Found, gtinOf, type Searchable } from './entry.ts'
import { createFinder } from './find.ts'
import { createShelf } from './shelf.ts'

export interface MedicineIndex<Item> {
  /** Returns at most `limit` matches (all for `Infinity`). Without a text, returns the best sellers. */
  find(text: string, limit: number): Found<Item>
  findBarcode(code: string): Item | undefined
  get(id: string): Item | undefined
  put(item: Item): void
  remove(id: string): void
  /** Returns all medicines, unsorted. */
  items(): Item[]
  size(): number
}

/**
 * Creates the search for text as pharmacists type it. The README explains the order and when the first match is sure.
 * @param sellable called for each search; medicines that cannot be sold are listed last
 */
export function createMedicineIndex<Item extends Searchable>(
  items: Iterable<Item>,
  sellable: () => (item: Item) => boolean = () => () => true,
): MedicineIndex<Item> {
  const shelf = createShelf<Item>()
  for (const item of items) shelf.add(item)
  return {
    find: createFinder(shelf, sellable),
    findBarcode: (code) => shelf.byGtin.get(gtinOf(code))?.item,
    get: (id) => shelf.entries.get(id)?.item,
    put(item) {
      const entry = shelf.entries.get(item._id)
      if (entry && isFoundAlike(entry.item, item)) {
        entry.item = item
        return
      }
      shelf.remove(item._id)
      shelf.add(item)
    },
    remove: shelf.remove,
    items: () => Array.from(shelf.entries.values(), ({ item }) => item),
    size: () => shelf.entries.size,
  }
}

const isFoundAlike = (a: Searchable, b: Searchable): boolean =>
  a.name === b.name &&
  a.manufacturer === b.manufacturer &&
  a.category === b.category &&
  a.composition === b.composition &&
  a.compositionKey === b.compositionKey &&
  a.barcode === b.barcode
