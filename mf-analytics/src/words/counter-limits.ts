export const priceTimes = 'Ask if the price differs by (times)'
export const quantityTimes = 'Ask if the quantity is above usual (times)'
export const newPriceTimes = 'Ask if a new price differs by (times)'
export const expiryDays = 'Ask if expiry is within (days)'
export const expiryYears = 'Ask if expiry is beyond (years)'
export const staffReturnUnits = 'Returns by staff: units beyond what was sold'
export const staffRefundRupees = 'Returns by staff: ₹ a day beyond what was sold'
export const staffWriteOffRupees = 'Write-offs by staff before expiry: ₹ a day'
export const priceTimesHint =
  'Asks about a price this many times above or below the usual price. A price of 0, and a purchase or return above the MRP, are always asked about.'
export const quantityTimesHint =
  'Asks about this many times the usual quantity of that medicine and type. A quantity above the stock is always asked about.'
export const newPriceTimesHint =
  'Asks about a purchase that sets a price this many times above or below the present one.'
export const expiryDaysHint =
  'Asks about a purchase whose expiry date is nearer than this. A date in the past is always asked about.'
export const expiryYearsHint = 'Asks about an expiry date so far away that it is probably a mistake.'
export const staffReturnUnitsHint =
  'Staff may take back what was sold in the last 90 days, plus this many units. Beyond that, an administrator is needed.'
export const staffRefundRupeesHint =
  'What one person may refund in a day for units that were not sold here. Beyond that, an administrator is needed.'
export const staffWriteOffRupeesHint =
  'What one person may write off in a day, at selling prices, of stock that has not expired. Beyond that, an administrator is needed.'
export const counterQuestions = 'Questions at the counter'
export const limitsLoadFailed = 'Failed to load the limits of the counter'
export const saveLimits = 'Save limits'
export const limitsSaved = 'Limits saved'
export const limitsSaveFailed = 'Failed to save the limits'
export const loadingLimits = 'Loading the limits of the counter...'
export const limitsText =
  'The transaction form asks before it records an entry this far from the usual. Pressing Enter again confirms it, and the confirmation is recorded.'
export const limitChanges = 'Changes of the limits'
export const limit = 'Limit'
export const limits = 'limits'
