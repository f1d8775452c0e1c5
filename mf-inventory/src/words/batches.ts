import type { Batch, BatchStatus } from '@mms/contracts'

export const statusNames: Record<BatchStatus, string> = {
  available: 'Available',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
}

export const numberOf = ({ number }: Pick<Batch, 'number'>): string => number ?? 'No number'

export const batchName = ({ number }: Pick<Batch, 'number'>): string =>
  number === null ? 'stock without a number' : `batch ${number}`

export const showEmptyBatches = 'Show empty batches'
export const nothingInStock = 'Nothing is in stock.'
export const edit = 'Edit'
export const mrpOf = (mrp: string) => `MRP ${mrp}`
export const unitPrice = 'Unit Price (₹)'
export const mrp = 'MRP (₹)'
export const costPrice = 'Cost Price (₹)'
export const pricePerPack = 'Price per pack (₹)'
export const mrpPerPack = 'MRP per pack (₹)'
export const costPricePerPack = 'Cost price per pack (₹)'
export const ofTheMedicine = 'Same as the medicine'
export const failedSaveBatch = 'Failed to save the batch'
export const editBatch = (batchName: string) => `Edit ${batchName}`
export const saveBatch = 'Save Batch'
export const onPacks = 'On the packs'
export const quarantined = 'quarantined'
export const heldText = 'It cannot be sold until an administrator releases it.'
export const recalled = 'recalled'
export const released = 'released'
export const releasedText = 'Stock that has not expired can be sold again.'
export const batchOfMedicine = (batchName: string, medicineName: string) => `${batchName} of ${medicineName}`
export const batchCount = (batches: string) => `${batches} batches`
export const oneBatch = '1 batch'
export const batchesNotDone = (done: string) => `The batches were not ${done}`
export const fieldRequired = (label: string) => `${label} is required`
