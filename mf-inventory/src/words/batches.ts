import type { Batch, BatchStatus } from '@mms/contracts'
import * as sharedWords from './shared.ts'

export const statusNames: Record<BatchStatus, string> = {
  available: 'Available',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
}

export const numberOf = ({ number }: Pick<Batch, 'number'>): string => number ?? 'No number'

export const deletedMedicine = (name: string) => `${name} (deleted)`

export const batchName = ({ number }: Pick<Batch, 'number'>): string =>
  number === null ? 'stock without a number' : `batch ${number}`

export const showEmptyBatches = 'Show empty batches'
export const nothingInStock = 'Nothing is in stock.'
export const edit = 'Edit'
export const pricePer = (word: string) => `Price per ${word}`
export const mrpOf = (mrp: string) => `MRP ${mrp}`
export const fieldLabels = {
  number: sharedWords.batchNumber,
  expiryDate: sharedWords.expiryDate,
  unitPrice: 'Unit Price (₹)',
  mrp: 'MRP (₹)',
  costPrice: 'Cost Price (₹)',
  packPrice: 'Price per pack (₹)',
  packMrp: 'MRP per pack (₹)',
  packCost: 'Cost price per pack (₹)',
  supplier: sharedWords.supplier,
  returnBy: sharedWords.returnableUntil,
} as const
export const ofTheMedicine = 'Same as the medicine'
export const failedSaveBatch = 'Failed to save the batch'
export const editBatch = (batchName: string) => `Edit ${batchName}`
export const saveBatch = 'Save Batch'
export const onPacks = 'On the packs'
export const quarantined = 'quarantined'
export const stillOnHold = (batches: string) => `Still on hold for another reason: ${batches}`
export const heldText = 'It cannot be sold until an administrator releases it.'
export const released = 'released'
export const releasedText = 'Stock that has not expired can be sold again.'
export const batchOfMedicine = (batch: Pick<Batch, 'number'> & { medicineName: string }) =>
  `${batchName(batch)} of ${batch.medicineName}`
export const batchesNotDone = (done: string) => `The batches were not ${done}`
export const fieldRequired = (label: string) => `${label} is required`
export const removals = {
  'write-off': {
    title: sharedWords.writeOff,
    note: sharedWords.writtenOff,
    done: 'written off',
    placeholder: 'Expired, damaged …',
  },
  return: {
    title: sharedWords.returnToSupplier,
    note: 'Returned to supplier',
    done: 'returned to the supplier',
    label: 'Supplier and document',
    placeholder: 'Apollo, debit note 12',
  },
} as const
export const someNotDone = (done: string) => `Some batches were not ${done}`
export const leavesStock = (units: string, value: string) =>
  `${units} worth ${value} will be removed from stock.`
