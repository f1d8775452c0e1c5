export const failedLoadExpiryQueue = 'Failed to load the expiry queue'
export const batches = 'batches'
export const nothingLeftToDo = 'Nothing is left to do'
export const nothingInState = (state: string) => `Nothing is ${state}`
export const restIsHandled = 'Everything that expires in this period is already on hold or discounted.'
export const noneWithStatus = 'No batch with this status expires in this period.'
export const expiresWithin = 'Expires within'
export const inStock = 'In stock'
export const expires = 'Expired or expiring'
export const expiredAmong = 'Already expired'
export const anyDate = 'Any date'
export const days = (days: string) => `${days} days`
export const discounted = 'Discounted'
export const allDates = 'Everything in stock, whatever its expiry date'
export const expiresBy = (until: string) => `Stock that expires by ${until}`
export const discount = 'Discount'
export const actionsForSelected = 'Actions for the selected batches'
export const selectBatchesBelow = 'Select batches below.'
export const selected = (batches: string) => `${batches} selected`
export const returnDayPassed = '. The last day to return it has passed.'
export const noDiscountOnExpired = ' Expired stock cannot be discounted.'
export const percentInvalid = 'Enter a whole number between 1 and 99.'
export const batchesDiscounted = (batches: string, count: number) =>
  `${batches} ${count === 1 ? 'batch' : 'batches'} discounted`
export const discountPercent = 'Discount (%)'
export const nothingDiscounted = 'Nothing was discounted'
export const sellsFor = (batchName: string, medicineName: string, price: string) =>
  `${batchName} of ${medicineName} sells for ${price} now.`
export const ownPrices = (batches: string) => `${batches} batches get their own price.`
export const selectPage = 'Select all on this page'
export const select = 'Select'
export const selectBatch = (batchName: string, medicineName: string) =>
  `Select ${batchName} of ${medicineName}`
export const atRisk = 'At risk'
export const returnableUntil = 'Returnable Until'
export const value = 'Value'
export const writtenOff = 'written off'
export const writeOffExample = 'Expired, damaged …'
export const returnedToSupplier = 'Returned to supplier'
export const returnedDone = 'returned to the supplier'
export const supplierDocument = 'Supplier and document'
export const returnExample = 'Apollo, debit note 12'
export const someNotDone = (done: string) => `Some batches were not ${done}`
export const batchOfMedicine = (batchName: string, medicineName: string) =>
  `${batchName} of ${medicineName}: `
export const leavesStock = (units: string, count: number, value: string) =>
  `${units} ${count === 1 ? 'unit' : 'units'} worth ${value} will be removed from stock.`
