import type { Searchable } from '../src/entry.ts'
import { createMedicineIndex } from '../src/medicine-index.ts'

export const build = (name: string, parts: Partial<Searchable> = {}): Searchable => ({
  _id: name,
  name,
  manufacturer: 'Cipla',
  category: 'Other',
  sold: 0,
  ...parts,
})
export const indexOf = (...items: (string | Searchable)[]) =>
  createMedicineIndex(items.map((item) => (typeof item === 'string' ? build(item) : item)))
export const names = (items: Searchable[]) => items.map(({ name }) => name)
