/** No schemas: browsers keep the catalogue without loading zod. */
import type { CounterMedicine } from './catalogue.ts'
import { defaultPack } from './packs.ts'

/** Medicines as columns, half the size of objects and fast to serialise. */
export type CatalogueColumns = {
  [Field in keyof CounterMedicine]: CounterMedicine[Field][]
}

/** Converts medicines to columns. */
export function columnsOf(medicines: readonly CounterMedicine[]): CatalogueColumns {
  return {
    _id: medicines.map(({ _id }) => _id),
    name: medicines.map(({ name }) => name),
    manufacturer: medicines.map(({ manufacturer }) => manufacturer),
    category: medicines.map(({ category }) => category),
    unitPrice: medicines.map(({ unitPrice }) => unitPrice),
    currentStock: medicines.map(({ currentStock }) => currentStock),
    expiryDate: medicines.map(({ expiryDate }) => expiryDate),
    sold: medicines.map(({ sold }) => sold),
    barcode: medicines.map(({ barcode }) => barcode),
    mrp: medicines.map(({ mrp }) => mrp),
    usualSale: medicines.map(({ usualSale }) => usualSale),
    usualPurchase: medicines.map(({ usualPurchase }) => usualPurchase),
    composition: medicines.map(({ composition }) => composition),
    compositionKey: medicines.map(({ compositionKey }) => compositionKey),
    packSize: medicines.map(({ packSize }) => packSize),
    packWord: medicines.map(({ packWord }) => packWord),
    unitWord: medicines.map(({ unitWord }) => unitWord),
    packPrice: medicines.map(({ packPrice }) => packPrice),
  }
}

/** Converts columns back to medicines. Equal makers, categories and compositions share one string. */
export function medicinesOf(columns: CatalogueColumns): CounterMedicine[] {
  const names = new Map<string, string>()
  const shared = (name = ''): string => {
    const present = names.get(name)
    if (present === undefined) names.set(name, name)
    return present ?? name
  }
  return columns._id.map((_id, at) => ({
    _id,
    name: columns.name[at] ?? '',
    manufacturer: shared(columns.manufacturer[at]),
    category: shared(columns.category[at]),
    unitPrice: columns.unitPrice[at] ?? 0,
    currentStock: columns.currentStock[at] ?? 0,
    expiryDate: columns.expiryDate[at] ?? null,
    sold: columns.sold[at] ?? 0,
    barcode: columns.barcode[at] ?? null,
    mrp: columns.mrp[at] ?? null,
    usualSale: columns.usualSale[at] ?? null,
    usualPurchase: columns.usualPurchase[at] ?? null,
    // An inventory service of another release may send none.
    composition: shared(columns.composition?.[at] ?? undefined) || null,
    compositionKey: columns.compositionKey[at] ?? null,
    // A release before 0.4 sends no packs.
    packSize: columns.packSize?.[at] ?? defaultPack.packSize,
    packWord: columns.packWord?.[at] ?? defaultPack.packWord,
    unitWord: columns.unitWord?.[at] ?? defaultPack.unitWord,
    packPrice: columns.packPrice?.[at] ?? columns.unitPrice[at] ?? 0,
  }))
}
