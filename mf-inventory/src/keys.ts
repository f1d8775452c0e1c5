import { areaKeys } from '@mms/sdk'

const keys = areaKeys('inventory')

export const medicineKeys = (...parts: readonly unknown[]) => keys('medicines', ...parts)

export const saltKeys = keys('salts')
export const compositionKeys = (name: string) => keys('composition', name)
export const userKeys = keys('users')
