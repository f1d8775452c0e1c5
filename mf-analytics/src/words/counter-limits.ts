import type { CounterLimits } from '@mms/contracts'

export const limitLabels: Record<keyof CounterLimits, string> = {
  priceTimes: 'Ask if the price differs from the usual by (times)',
  quantityTimes: 'Ask if the quantity exceeds the usual by (times)',
  newPriceTimes: 'Ask if a new price differs by (times)',
  expiryDays: 'Ask if expiry is within (days)',
  expiryYears: 'Ask if expiry is more than (years) away',
  staffReturnUnits: 'Returns by staff: units beyond those sold',
  staffRefundRupees: 'Returns by staff: ₹ a day for units not sold here',
  staffWriteOffRupees: 'Write-offs by staff: ₹ a day before expiry',
}
export const limitHints: Record<keyof CounterLimits, string> = {
  priceTimes:
    'Asks about a price this many times above or below the usual price. A price of 0, and a purchase or return above the MRP, are always asked about.',
  quantityTimes:
    'Asks about this many times the usual quantity of that medicine and type. A quantity above the stock is always asked about.',
  newPriceTimes: 'Asks about a purchase that sets a price this many times above or below the present one.',
  expiryDays:
    'Asks about a purchase whose expiry date is nearer than this. A date in the past is always asked about.',
  expiryYears: 'Asks about an expiry date so far away that it is probably a mistake.',
  staffReturnUnits:
    'Staff may take back the units sold without a bill in the last 90 days, plus this many. Beyond that, an administrator must approve.',
  staffRefundRupees:
    'The most that one person may refund in a day for units not sold here. Beyond that, an administrator must approve.',
  staffWriteOffRupees:
    'The most that one person may write off in a day, at selling prices, before expiry. Beyond that, an administrator must approve.',
}
export const counterQuestions = 'Questions at the counter'
export const limitsLoadFailed = 'Failed to load the limits of the counter'
export const loadingLimits = 'Loading the limits of the counter...'
export const limitsText =
  'The transaction form asks about unusual entries before it records them. Press Enter again to confirm. The confirmation is recorded.'
export const limitChanges = 'Changes to the limits'
export const limit = 'Limit'
export const limitsForm = {
  name: counterQuestions,
  submit: 'Save limits',
  saved: 'Limits saved',
  saveFailed: 'Failed to save the limits',
  noun: 'limits',
}
