export const unconfirmed = 'Unconfirmed'
export const settingsChanged = 'Settings changed'
export const counterRegistered = 'Counter registered'
export const counterClosed = 'Counter closed'
export const billNumberVoided = 'Bill number voided'
export const batchesNamed = (batches: string) => `Batch ${batches}`
export const counterLimits = 'Limits of the counter'
export const undoneDiscarded = 'Undone and discarded'
export const changesText =
  'Who asked to undo or discard a transaction, unusual prices that nobody confirmed, write-offs before expiry without a reason, and sales recorded after their stock had expired. The history of a transaction shows whether it was undone.'
export const historyOfTransaction = 'History of this transaction'
export const undoRefused = 'Undo refused'
export const discardRequested = 'Discard requested'
export const recordedWithoutConfirmation = 'Recorded without confirmation or reason'
