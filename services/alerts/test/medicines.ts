import { v7 } from 'uuid'
import { type InventoryMedicine, medicineSchema } from '../src/medicines/store.ts'

let serial = 0

/** A medicine with a unique name that causes no alert. */
export function buildMedicine(differing: Partial<InventoryMedicine> = {}): InventoryMedicine {
  serial += 1
  return medicineSchema.parse({
    _id: v7(),
    version: 1,
    name: `Medicine ${String(serial).padStart(4, '0')}`,
    category: 'Other',
    currentStock: 100,
    minStockLevel: 10,
    unitPrice: 20,
    expiryDate: null,
    demandFactors: {},
    deleted: false,
    ...differing,
  })
}
