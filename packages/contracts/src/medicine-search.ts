import { type Found, gtinOf, type Searchable } from './medicine-entry.ts'
import { createFind } from './medicine-find.ts'
import { createShelf } from './medicine-shelf.ts'

export interface MedicineIndex<Item> {
  /** Returns at most `limit` matches, all for `Infinity`; without a text the best sellers. */
  find(text: string, limit: number): Found<Item>
  findBarcode(code: string): Item | undefined
  get(id: string): Item | undefined
  put(item: Item): void
  remove(id: string): void
  /** Returns all of them, in no order. */
  items(): Item[]
  size(): number
}

/**
 * Creates the search by what a pharmacist types.
 * 1. Names that equal or begin with the text come first, ignoring spaces, hyphens and points. Then names whose words
 * begin with all typed words, then matches of the composition, then of maker or category. Only without any match are
 * typing slips considered.
 * 2. Numbers match whole. Forms, packs, flavours, units and strengths in a volume add nothing to a name, and syrup
 * equals suspension. Only within one of these classes do stock, plain names and sales decide. `sellable` is called for
 * each search; other medicines are listed last.
 * 3. The result is sure (Enter takes the first) if one name equals the text except for form and pack, or if only one
 * medicine's name matches and nothing but form, pack and strength was left out.
 * 4. It is never sure for maker, category or composition, numbers alone, three letters or fewer that are no whole word,
 * a beginning that may be a slip of another name, a strength in a volume without the form, or a brand followed by a
 * letter or two that are not in the name.
 */
export function createMedicineIndex<Item extends Searchable>(
  items: Iterable<Item>,
  sellable: () => (item: Item) => boolean = () => () => true,
): MedicineIndex<Item> {
  const shelf = createShelf<Item>()
  for (const item of items) shelf.add(item)
  return {
    find: createFind(shelf, sellable),
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
