import { areaKeys } from '@mms/sdk'

const keys = areaKeys('analytics')

export const demandKeys = keys('demand')
export const climateKeys = keys('demand', 'climate')
export const recommendationKeys = keys('demand', 'recommendations')
export const outlookKeys = keys('demand', 'outlook')
export const medicineDemandKeys = (id: string) => keys('demand', 'medicine', id)
export const reportKeys = (chosen: object) => keys('demand', 'report', chosen)
export const batchKeys = keys('demand', 'batches')
export const storeSettingsKeys = keys('store-settings')
export const counterLimitKeys = keys('counter-limits')
