import { areaKeys } from '@mms/sdk'

const keys = areaKeys('sales')

export const transactionKeys = (...parts: readonly unknown[]) => keys('transactions', ...parts)

export const limitKeys = () => keys('limits')

export const returnableKeys = (medicineId: string) => keys('returnable', medicineId)

/** Nested under the medicine keys, so that refreshing medicines also refreshes their batches. */
export const batchKeys = (medicineId: string) => medicineKeys('batches', medicineId)

export const medicineKeys = (...parts: readonly unknown[]) => keys('medicines', ...parts)

export const storeKeys = () => keys('store')

export const counterKeys = (...parts: readonly string[]) => keys('counters', ...parts)
export const billKeys = (...parts: readonly unknown[]) => keys('bills', ...parts)
export const drawerKeys = (...parts: readonly unknown[]) => keys('drawers', ...parts)
