/** What the filters of a list are: each a text, empty when it is not set. */
export type Filters = Record<string, string>

/** How each filter is read from an address, in the order they are written: what no list can be filtered by is ''. */
export type FilterRules<T extends Filters> = { [Name in keyof T]: (text: string) => string }

/** The filters that rules read: `type SupplierFilters = FiltersOf<typeof supplierFilters>` */
export type FiltersOf<Rules> = { [Name in keyof Rules]: string }

/** Any text, without the space around it. */
export const anyText = (text: string): string => text.trim()

/** One of these words, and nothing else. */
export const oneOf =
  (words: readonly string[]) =>
  (text: string): string =>
    words.includes(text) ? text : ''

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** The id of something. */
export const anId = (text: string): string => (uuid.test(text.toLowerCase()) ? text.toLowerCase() : '')

/** A calendar date that exists and that a server takes, `yyyy-mm-dd`. */
export function aDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-01-01') return ''
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}
