export const filterTransactions = 'Filter transactions'
export const applyFilters = 'Apply Filters'
export const allTypes = 'All Types'
export const startDate = 'Start Date'
export const endDate = 'End Date'
export const recordedBy = 'Recorded by'
export const everybody = 'Everybody'
export const anotherPerson = 'Another person'
export const days = 'Days'
export const yesterday = 'Yesterday'
export const thisWeek = 'This week'
export const transactionHistory = 'Transaction History'
export const transactions = 'transactions'
export const failedLoadTransactions = 'Failed to load transactions'
export const countFound = (count: string) => `${count} found`
export const sums = 'Sums'
export const waitingOnesCounted = 'Waiting transactions are not counted.'
export const unitsIn = 'Units in'
export const unitsOut = 'Units out'
export const rupeesIn = 'Rupees in'
export const rupeesOut = 'Rupees out'
export const historyOf = (title: string) => `History of ${title}`
export const history = 'History'
export const deletedSuffix = ' · Deleted'
export const type = 'Type'
export const unitPrice = 'Unit Price'
export const sampleData = 'Sample data'
export const by = 'by'
export const computersClock = 'Time of that computer’s clock'
export const stuck = 'Stuck'
export const undoOf = (name: string, medicineName: string) => `Undo ${name} of ${medicineName}`
export const confirmedBy = (name: string) => `, confirmed by ${name}`
export const askedAbout = (asked: string, by: string) => `Asked: ${asked}${by}`
export const unconfirmedAbout = (found: string) => `Unconfirmed: ${found}`
export const approvedBy = (name: string) => `Approved by ${name}`
export const noBatchNumber = 'no batch number'
export const batchNumbered = (number: string | undefined) => `Batch ${number}`
export const thenExpires = (expiryDate: string) => `, Exp ${expiryDate}`
export const priceRestored = (now: string) => `Price back to ${now}.`
export const byPerson = (changedBy: string) => ` by ${changedBy}`
export const priceStays = (now: string, by: string, before: string) =>
  `Price stays ${now}, because it was changed later${by}. Before the purchase it was ${before}.`
export const failedTryAgain = 'Failed to try again'
export const tryAgainWith = (title: string) => `Try again: ${title}`
export const trying = 'Trying...'
export const transactionRecorded = 'Transaction recorded'
export const stillStuck = 'Still stuck'
export const transactionRefused = 'The transaction was refused'
export const undoQuestion = 'Undo this transaction?'
export const undoTransaction = 'Undo transaction'
export const undoing = 'Undoing...'
export const undoText =
  'A reversing entry is recorded and the stock is restored. Both entries stay in the history.'
export const undoPriceText =
  'If it set a price, the earlier price is restored too, unless it was changed again.'
export const failedUndoTransaction = 'Failed to undo the transaction'
export const undoWaitsForStock = 'The undo is waiting for the stock update'
export const undoneWith = (details: string) => `Transaction undone. ${details}`
export const transactionUndone = 'Transaction undone'
