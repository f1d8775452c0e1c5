export const loadFailed = 'Today’s sales could not be loaded'
export const loadingSales = 'Loading today’s sales...'
export const viewTransactions = 'View today’s transactions'
export const salesLessRefunds = 'Sales, less refunds'
export const nothingRecordedYet = 'Nothing recorded yet'
export const notKnown = 'Not known'
export const andMore = (others: string) => `and ${others} more`
export const lastWeekday = (shown: string, day: string) => `${shown} last ${day}, same time`
export const sameAsLast = (day: string, shown: string) => `Same as last ${day}, same time (${shown})`
export const changeOnLast = (value: string, percent: string, day: string, shown: string) =>
  `${value} ${percent} % on last ${day}, same time (${shown})`
