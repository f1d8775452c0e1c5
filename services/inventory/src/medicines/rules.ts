import type { CreateMedicine, DeliveryChanges, Medicine, MedicineState, UpdateMedicine } from '@mms/contracts'

export type PurchaseValues = DeliveryChanges & Pick<MedicineState, 'costPrice'>

export interface MedicineEdit {
  before: MedicineState
  after: MedicineState
}

/** Maximum characters of 3 bytes or fewer; fits every name. */
const SORT_NAME_LENGTH = 200

/** Folds case here, because databases differ. `İ` becomes `i` without a second dot. */
export function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

export function sortName({ name }: { name: string }): string {
  return searchKey(name).slice(0, SORT_NAME_LENGTH).toWellFormed()
}

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

export function editedMedicine(before: MedicineState, input: UpdateMedicine, at: string): MedicineState {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return withStock({ ...before, ...changes, currentStock: before.currentStock }, input.currentStock, at)
}

export function withStock(before: MedicineState, currentStock: number, at: string): MedicineState {
  return {
    ...before,
    currentStock,
    version: before.version + 1,
    stockVersion: before.stockVersion + (currentStock === before.currentStock ? 0 : 1),
    updatedAt: at,
  }
}

export function withPurchaseValues(medicine: MedicineState, purchased: PurchaseValues): MedicineState {
  const { unitPrice = medicine.unitPrice, costPrice = medicine.costPrice } = purchased
  return { ...medicine, unitPrice, costPrice }
}

export function publicMedicine({ stockVersion: _, deleted: __, ...medicine }: MedicineState): Medicine {
  return medicine
}
