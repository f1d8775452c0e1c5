export type Filters = Record<string, string>

export type FilterRules<T extends Filters> = { [Name in keyof T]: (text: string) => string }

/** The filters of a rule set: `type SupplierFilters = FiltersOf<typeof supplierFilters>` */
export type FiltersOf<Rules> = { [Name in keyof Rules]: string }

export const anyText = (text: string): string => text.trim()

export const oneOf =
  (words: readonly string[]) =>
  (text: string): string =>
    words.includes(text) ? text : ''

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

export const anId = (text: string): string => (uuid.test(text.toLowerCase()) ? text.toLowerCase() : '')

/** Accepts an existing calendar date, `yyyy-mm-dd`. */
export function aDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-01-01') return ''
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}
