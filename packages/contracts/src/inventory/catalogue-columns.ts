import type { BatchColumns, CounterBatch, CounterMedicine } from './catalogue.ts'
import { defaultPack } from './packs.ts'

/** Medicines by column: half the size of objects, and faster to serialise. */
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
    // Sent only if present, because few stores have pack prices on batches.
    ...(all.some(({ packPrice, packMrp }) => packPrice ?? packMrp) && {
      packPrice: all.map(({ packPrice }) => packPrice),
      packMrp: all.map(({ packMrp }) => packMrp),
    }),
  }
}

/** Returns a function to call for each medicine in order; it returns the medicine's batches. */
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

/** Defaults for fields that another release does not send. */
const absent: Omit<CounterMedicine, 'batches'> = {
  _id: '',
  name: '',
  manufacturer: '',
  category: '',
  unitPrice: 0,
  currentStock: 0,
  expiryDate: null,
  sold: 0,
  barcode: null,
  mrp: null,
  usualSale: null,
  usualPurchase: null,
  composition: null,
  compositionKey: null,
  ...defaultPack,
  packPrice: 0,
  packMrp: null,
}
const fields = Object.keys(absent) as (keyof typeof absent)[]

export function columnsOf(medicines: readonly CounterMedicine[]): CatalogueColumns {
  const columns = fields.map((field) => [field, medicines.map((medicine) => medicine[field])])
  return { ...Object.fromEntries(columns), batches: batchColumnsOf(medicines) }
}

/** Converts columns back to medicines. Equal makers, categories and compositions share one string in memory. */
export function medicinesOf(columns: CatalogueColumns): CounterMedicine[] {
  const names = new Map<string, string>()
  const shared = (name: string): string => {
    const present = names.get(name)
    if (present === undefined) names.set(name, name)
    return present ?? name
  }
  const batchesOf = batchReader(columns.batches)
  const medicines = columns._id.map((_, at): CounterMedicine => ({ ...absent, batches: batchesOf(at) }))
  // Filling field by field is several times as fast as medicine by medicine.
  for (const field of fields) {
    const values: readonly unknown[] = columns[field] ?? []
    medicines.forEach((medicine: Partial<Record<typeof field, unknown>>, at) => {
      medicine[field] = values[at] ?? absent[field]
    })
  }
  for (const medicine of medicines) {
    medicine.manufacturer = shared(medicine.manufacturer)
    medicine.category = shared(medicine.category)
    medicine.composition = shared(medicine.composition ?? '') || null
    if (!columns.packPrice) medicine.packPrice = medicine.unitPrice
    if (!columns.packMrp) medicine.packMrp = medicine.mrp
  }
  return medicines
}
