import { areaKeys } from '@mms/sdk'

const keys = areaKeys('sales')

/** Head of every query about transactions: what a new one makes out of date. */
export const transactionKeys = (...parts: readonly unknown[]) => keys('transactions', ...parts)

/** The limits from which on the counter asks. */
export const limitKeys = () => keys('limits')

/** How much of a medicine may come back. */
export const returnableKeys = (medicineId: string) => keys('returnable', medicineId)

/** The batches of a medicine: stock, too, so what makes medicines out of date makes them. */
export const batchKeys = (medicineId: string) => medicineKeys('batches', medicineId)

/** Head of every query about medicines: what a transaction makes out of date, too. */
export const medicineKeys = (...parts: readonly unknown[]) => keys('medicines', ...parts)
