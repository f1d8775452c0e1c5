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
export const horizonNames = {
  30: '30 days',
  60: '60 days',
  90: '90 days',
  180: '180 days',
  any: 'Any date',
} as const
export const discounted = 'Discounted'
export const allDates = 'Everything in stock, whatever its expiry date'
export const expiresBy = (until: string) => `Stock that expires by ${until}`
export const discount = 'Discount'
export const actionsForSelected = 'Actions for the selected batches'
export const selectBatchesBelow = 'Select batches below.'
export const selected = (batches: string) => `${batches} selected.`
export const returnDayPassed = ' The last day to return it has passed.'
export const noDiscountOnExpired = ' Expired stock cannot be discounted.'
export const percentInvalid = 'Enter a whole number between 1 and 99.'
export const batchesDiscounted = (batches: string) => `${batches} discounted`
export const discountPercent = 'Discount (%)'
export const nothingDiscounted = 'Nothing was discounted'
export const sellsFor = (batch: string, price: string) => `${batch} sells for ${price} now.`
export const ownPrices = (batches: string) => `${batches} get their own price.`
export const selectPage = 'Select all on this page'
export const select = 'Select'
export const selectBatch = (batch: string) => `Select ${batch}`
export const atRisk = 'At risk'
export const returnableUntil = 'Returnable Until'
export const value = 'Value'
