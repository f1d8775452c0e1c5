/** No schemas: browsers keep the catalogue without loading zod. */
import type { BatchColumns, CounterBatch, CounterMedicine } from './catalogue.ts'
import { defaultPack } from './packs.ts'

/** Medicines as columns, half the size of objects and fast to serialise. */
export type CatalogueColumns = {
  [Field in Exclude<keyof CounterMedicine, 'batches'>]: CounterMedicine[Field][]
} & { batches: BatchColumns }

function batchColumnsOf(medicines: readonly CounterMedicine[]): BatchColumns {
  const all = medicines.flatMap(({ batches }) => batches)
  return {
    count: medicines.map(({ batches }) => batches.length),
    number: all.map(({ number }) => number),
    expiryDate: all.map(({ expiryDate }) => expiryDate),
    stock: all.map(({ stock }) => stock),
    unitPrice: all.map(({ unitPrice }) => unitPrice),
    mrp: all.map(({ mrp }) => mrp),
    // Few stores have any.
    ...(all.some(({ packPrice, packMrp }) => packPrice ?? packMrp) && {
      packPrice: all.map(({ packPrice }) => packPrice),
      packMrp: all.map(({ packMrp }) => packMrp),
    }),
  }
}

/** Returns a function that reads the batches of one medicine after the other. */
function batchReader(columns: BatchColumns | undefined): (medicine: number) => CounterBatch[] {
  let next = 0
  return (medicine) =>
    Array.from({ length: columns?.count[medicine] ?? 0 }, () => {
      const at = next
      next += 1
      return {
        number: columns?.number[at] ?? null,
        expiryDate: columns?.expiryDate[at] ?? null,
        stock: columns?.stock[at] ?? 0,
        unitPrice: columns?.unitPrice[at] ?? null,
        mrp: columns?.mrp[at] ?? null,
        packPrice: columns?.packPrice?.[at] ?? undefined,
        packMrp: columns?.packMrp?.[at] ?? undefined,
      }
    })
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
    packMrp: medicines.map(({ packMrp }) => packMrp),
    hsn: medicines.map(({ hsn }) => hsn),
    taxClass: medicines.map(({ taxClass }) => taxClass),
    schedule: medicines.map(({ schedule }) => schedule),
    batches: batchColumnsOf(medicines),
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
  const batchesOf = batchReader(columns.batches)
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
    packMrp: columns.packMrp ? (columns.packMrp[at] ?? null) : (columns.mrp[at] ?? null),
    hsn: columns.hsn?.[at] ?? defaultPack.hsn,
    taxClass: columns.taxClass?.[at] ?? defaultPack.taxClass,
    schedule: columns.schedule?.[at] ?? defaultPack.schedule,
    batches: batchesOf(at),
  }))
}
