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
export const waitingOnesCounted = 'Waiting ones are not counted.'
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
export const computersClock = 'By that computer’s clock'
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
  `Price stays ${now}: changed since${by}; before the purchase it was ${before}.`
export const failedTryAgain = 'Failed to try again'
export const tryAgainWith = (title: string) => `Try again: ${title}`
export const trying = 'Trying...'
export const transactionRecorded = 'Transaction recorded'
export const stillStuck = 'Still stuck'
export const transactionRefused = 'The transaction was refused'
export const undoQuestion = 'Undo this transaction?'
export const undoTransaction = 'Undo transaction'
export const undoing = 'Undoing...'
export const undoText = 'A reversing entry is made and stock restored. Both stay in the history.'
export const undoPriceText = 'A price that it set is restored too, unless it was changed since.'
export const failedUndoTransaction = 'Failed to undo the transaction'
export const undoWaitsForStock = 'The undo waits for the stock'
export const undoneWith = (details: string) => `Transaction undone. ${details}`
export const transactionUndone = 'Transaction undone'
