import { areaKeys } from '@mms/sdk'

const keys = areaKeys('inventory')

/** Head of every query whose answer a changed medicine makes out of date. */
export const medicineKeys = (...parts: readonly unknown[]) => keys('medicines', ...parts)

export const compositionKeys = (name: string) => keys('composition', name)
export const userKeys = keys('users')
