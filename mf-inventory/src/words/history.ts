import type { MovementType } from '@mms/contracts'

export const movementNames: Record<MovementType, string> = {
  opening: 'Opening stock',
  sale: 'Sale',
  purchase: 'Purchase',
  return: 'Return',
  expired: 'Expired',
  adjustment: 'Adjustment',
}

export const actionNames: Record<string, string> = {
  'medicine.added': 'Added',
  'medicine.deleted': 'Deleted',
}

export const batchActionNames: Record<string, string> = {
  'batch.changed': 'Batch changed',
  'batch.quarantined': 'Batch quarantined',
  'batch.recalled': 'Batch recalled',
  'batch.released': 'Batch released',
  'batch.discounted': 'Batch discounted',
}

export const changeNames: Record<string, string> = {
  'medicine.added': 'Added',
  'medicine.changed': 'Changed',
  'medicine.cost-price-changed': 'Cost price changed',
  'medicine.deleted': 'Deleted',
  ...batchActionNames,
}

export const batchFieldNames = { number: 'Number', supplier: 'Supplier', returnBy: 'Returnable until' }

export const returnedToSupplier = 'Returned to supplier'
export const changed = 'Changed'
export const noNumber = 'no number'
export const withoutNumber = 'without a number'
export const batchNamed = (number: string) => `Batch ${number}`
export const noValue = 'none'
export const demandFactors = 'Demand factors'
export const csvHeaders = ['Date', 'What', 'Change', 'Balance', 'By']

export const failedLoadHistory = 'Failed to load the history'
export const you = 'You'
export const medicineChanges = 'Medicine changes'
export const changesText =
  'Who added, changed or deleted a medicine: prices, expiry dates, minimum stock. Stock itself is in the history of each medicine.'
export const history = 'History'
export const kindNames = { '': 'Everything', changes: 'Changes', movements: 'Movements' }
export const historyNoun = 'the history'
export const nothingChangedYet = 'Nothing has been changed yet.'
export const balance = 'Balance'
