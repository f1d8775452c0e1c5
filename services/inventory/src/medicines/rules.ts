import type { CreateMedicine, DeliveryChanges, Medicine, MedicineState, UpdateMedicine } from '@mms/contracts'

/** What a delivery gives besides the stock. */
export type Given = DeliveryChanges & Pick<MedicineState, 'costPrice'>

/** Longest lower-case form kept, in characters of at most 3 bytes; it fits every name. */
const SORT_NAME_LENGTH = 200

/** Text as it is searched and sorted: databases fold case in different ways. `İ` becomes a plain `i`, without a second dot. */
export function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

/** What a medicine is sorted by. */
export function sortName({ name }: { name: string }): string {
  return searchKey(name).slice(0, SORT_NAME_LENGTH).toWellFormed()
}

/** A medicine as it begins. Stock it begins with is its first movement. */
export function newMedicine(id: string, input: CreateMedicine, at: string): MedicineState {
  return {
    _id: id,
    ...input,
    barcode: input.barcode ?? null,
    composition: input.composition ?? null,
    mrp: input.mrp ?? null,
    costPrice: input.costPrice ?? null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    stockVersion: input.currentStock > 0 ? 1 : 0,
    deleted: false,
  }
}

/** A medicine after the form was saved: what the form left out stays. */
export function editedMedicine(before: MedicineState, input: UpdateMedicine, at: string): MedicineState {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return withStock({ ...before, ...given, currentStock: before.currentStock }, input.currentStock, at)
}

/** A medicine with another stock; each change of stock is one movement. */
export function withStock(before: MedicineState, currentStock: number, at: string): MedicineState {
  return {
    ...before,
    currentStock,
    version: before.version + 1,
    stockVersion: before.stockVersion + (currentStock === before.currentStock ? 0 : 1),
    updatedAt: at,
  }
}

/** A medicine with what a delivery changes besides its stock: what is not given stays. */
export function delivered(medicine: MedicineState, given: Given): MedicineState {
  const { unitPrice = medicine.unitPrice, costPrice = medicine.costPrice } = given
  return { ...medicine, unitPrice, costPrice }
}

/** A medicine as people see it. */
export function publicMedicine({ stockVersion: _, deleted: __, ...medicine }: MedicineState): Medicine {
  return medicine
}
