export const priceTimes = 'Ask if the price differs from the usual by (times)'
export const quantityTimes = 'Ask if the quantity exceeds the usual by (times)'
export const newPriceTimes = 'Ask if a new price differs by (times)'
export const expiryDays = 'Ask if expiry is within (days)'
export const expiryYears = 'Ask if expiry is more than (years) away'
export const staffReturnUnits = 'Returns by staff: units beyond those sold'
export const staffRefundRupees = 'Returns by staff: ₹ a day for units not sold here'
export const staffWriteOffRupees = 'Write-offs by staff: ₹ a day before expiry'
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
  'Staff may take back the units sold in the last 90 days, plus this many. Beyond that, an administrator must approve.'
export const staffRefundRupeesHint =
  'The most that one person may refund in a day for units not sold here. Beyond that, an administrator must approve.'
export const staffWriteOffRupeesHint =
  'The most that one person may write off in a day, at selling prices, before expiry. Beyond that, an administrator must approve.'
export const counterQuestions = 'Questions at the counter'
export const limitsLoadFailed = 'Failed to load the limits of the counter'
export const saveLimits = 'Save limits'
export const limitsSaved = 'Limits saved'
export const limitsSaveFailed = 'Failed to save the limits'
export const loadingLimits = 'Loading the limits of the counter...'
export const limitsText =
  'The transaction form asks about unusual entries before it records them. Press Enter again to confirm. The confirmation is recorded.'
export const limitChanges = 'Changes to the limits'
export const limit = 'Limit'
export const limits = 'limits'
