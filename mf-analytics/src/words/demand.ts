export const stock = 'Stock'
export const sales = 'Sales'
export const asOf = (instant: string) => `as of ${instant}`
export const notKnownYet = 'not known yet'
export const notUpToDate = 'These figures are not up to date'
export const left = (count: string) => `${count} left`
