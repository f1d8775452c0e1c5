export const billing = 'Billing'
export const noneFound = (what: string) => `No ${what}s found`
export const noneMatches = (what: string) => `No ${what} matches these filters.`
export const appearHere = (first: string, rest: string, verb: string) =>
  `${first}${rest}s that you ${verb} appear here.`
export const clearFilters = 'Clear filters'
