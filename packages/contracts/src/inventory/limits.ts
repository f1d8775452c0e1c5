/** No schemas: browsers use these limits without loading zod. */

/** Maximum age of a time that is believed, in ms. */
export const OLDEST_MADE_AT_MS = 31 * 24 * 60 * 60_000
/** Times that differ by less are shown as one, in ms. */
export const SAME_TIME_MS = 60_000
/** Maximum age in ms of an offline sale of stock that was good when it was sold. */
export const OLDEST_OFFLINE_SALE_MS = 72 * 60 * 60_000

export const MAX_IMPORT_ROWS = 10_000
