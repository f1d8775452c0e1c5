export const failedLoadHeld = 'Failed to load the batches on hold'
export const loadingHeld = 'Loading the batches on hold...'
export const nothingOnHold = 'Nothing is on hold'
export const findToRecall = 'Search above for the batch in the recall notice.'
export const onHold = 'On hold'
export const cannotBeSold = (batches: string) => `${batches} that cannot be sold`
export const csv = 'CSV'
export const since = 'Since'
export const failedLoadTransactions = 'Failed to load the transactions'
export const loadingTransactions = 'Loading the transactions...'
export const note = 'Note'
export const transactions = 'Transactions'
export const newestShown = (shown: string) => `The newest ${shown} are shown.`
export const showAll = 'Show all'
export const withThisBatch = (movements: string) => `${movements} with this batch`
export const notesNotLoaded = (moved: string) => `${moved}. Their notes could not be loaded.`
export const left = 'Left'
export const transaction = 'Transaction'
export const released = (numberText: string) => `Batch ${numberText} released`
export const releaseBatch = (numberText: string, manufacturer: string) =>
  `Release batch ${numberText} of ${manufacturer}`
export const releaseFailed = 'The batch was not released'
export const releaseText =
  'Stock that has not expired can be sold again, and so can later deliveries of this batch.'
export const recallAnyway = 'Recall it anyway'
export const batchesRecalled = (batches: string) => `${batches} recalled`
export const recallBatch = (numberText: string) => `Recall batch ${numberText}`
export const noticeMaker = 'Recall notice of the manufacturer'
export const recallFailed = 'The batch was not recalled'
export const recallText = (units: string, medicines: string) =>
  `${units} of ${medicines} cannot be sold until an administrator releases them. Later deliveries of this batch are put on hold as well.`
export const batchNamed = (number: string) => `batch ${number}`
export const findBatches = 'Find batches'
export const find = 'Find'
export const noSuchBatch = 'No such batch'
export const noSuchBatchText = 'No medicine of this manufacturer has ever had a batch with this number.'
export const formerly = (numbers: string) => `formerly ${numbers}`
export const received = 'Received'
export const sold = 'Sold'
export const returned = 'Returned'
export const adjusted = 'Adjusted'
export const failedLoadRecalls = 'Failed to load the recalls'
export const activeRecalls = 'Active recalls'
export const recallsText = 'Later deliveries of these batches are put on hold'
