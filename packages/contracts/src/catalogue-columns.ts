/* No schemas: browsers keep the catalogue in this form without loading the schema library. */
import type { CounterMedicine } from './catalogue.ts'

const isField: Record<keyof CounterMedicine, true> = {
  _id: true,
  name: true,
  manufacturer: true,
  category: true,
  unitPrice: true,
  currentStock: true,
  expiryDate: true,
  sold: true,
  barcode: true,
}
const fields = Object.keys(isField) as (keyof CounterMedicine)[]

/** Medicines field by field, each in the same order: half as long as medicine by medicine, and quick to write down. */
export type CatalogueColumns = { [Field in keyof CounterMedicine]: CounterMedicine[Field][] }

/** `columnsOf([{ _id: 'a', name: 'Zinc', … }]).name // ['Zinc']` */
export function columnsOf(medicines: readonly CounterMedicine[]): CatalogueColumns {
  const columns = fields.map((field) => [field, medicines.map((medicine) => medicine[field])] as const)
  return Object.fromEntries(columns) as unknown as CatalogueColumns
}

/** The medicines of `columnsOf`. Makers and categories of the same name share one string. */
export function medicinesOf(columns: CatalogueColumns): CounterMedicine[] {
  const names = new Map<string, string>()
  const shared = (name: string): string => {
    const known = names.get(name)
    if (known === undefined) names.set(name, name)
    return known ?? name
  }
  return columns._id.map((_id, at) => {
    const medicine = { _id } as Record<string, unknown>
    for (const field of fields) medicine[field] = columns[field][at]
    medicine.manufacturer = shared(columns.manufacturer[at] ?? '')
    medicine.category = shared(columns.category[at] ?? '')
    return medicine as unknown as CounterMedicine
  })
}
