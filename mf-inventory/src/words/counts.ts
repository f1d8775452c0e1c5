import { formatCount } from '@mms/ui'

export const batchCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'batch' : 'batches'}`
export const unitCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'unit' : 'units'}`
export const medicineCount = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'medicine' : 'medicines'}`
