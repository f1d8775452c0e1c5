import { type Found, gtinOf, type Searchable } from './medicine-entry.ts'
import { createFind } from './medicine-find.ts'
import { createShelf } from './medicine-shelf.ts'

export interface MedicineIndex<Item> {
  /** At most `limit` that fit `text`, all of them for `Infinity`; without a text, what is sold most. */
  find(text: string, limit: number): Found<Item>
  findBarcode(code: string): Item | undefined
  get(id: string): Item | undefined
  put(item: Item): void
  remove(id: string): void
  /** All of them, in no order. */
  items(): Item[]
  size(): number
}

/**
 * Medicines to be found by what a pharmacist types.
 *
 * 1. First come names that are the text or begin with it, where spaces, hyphens and points do not count; then names of
 *    which words begin with all typed words, complete ones before those with more to say; then what fits by maker,
 *    category or composition; and only where nothing does, what the text may be a slip of.
 * 2. A number is a whole number; forms, packs, flavours, units and strengths in a volume are nothing more to say, syrup
 *    is said for suspension, and sales decide between medicines of one of these classes only.
 * 3. It is sure (a bare Enter takes the first) of the one name that is the text but for form and pack, or of the only
 *    medicine whose name has what was typed, slip or not, where nothing but form, pack and strength was left unsaid.
 * 4. It is not sure of what fits by maker, category or composition, of numbers alone, of three letters or fewer that
 *    are no whole word, of a beginning that may be a slip of another name, of a strength in a volume without the form,
 *    nor of a brand with a letter or two behind it that are no word of the name: these ask.
 */
export function createMedicineIndex<Item extends Searchable>(items: Iterable<Item>): MedicineIndex<Item> {
  const shelf = createShelf<Item>()
  for (const item of items) shelf.add(item)
  return {
    find: createFind(shelf),
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

/** How much is sold is read when two are compared. */
const isFoundAlike = (a: Searchable, b: Searchable): boolean =>
  a.name === b.name &&
  a.manufacturer === b.manufacturer &&
  a.category === b.category &&
  a.composition === b.composition &&
  a.barcode === b.barcode
