/** No schemas: browsers use these limits without loading zod. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations.ts'

/** Maximum age of a time that is believed, in ms. */
export const OLDEST_MADE_AT_MS = 31 * DAY_MS
/** Times that differ by less are shown as one, in ms. */
export const SAME_TIME_MS = MINUTE_MS
/** Maximum age in ms of an offline sale of stock that was good when it was sold. */
export const OLDEST_OFFLINE_SALE_MS = 72 * HOUR_MS

export const MAX_IMPORT_ROWS = 10_000

/** Maximum units of one medicine, single tablets included; more is a typing error. */
export const MAX_STOCK = 10_000_000
/** Maximum units of one movement on the wire. Inventory refuses what exceeds `MAX_STOCK`. */
export const MAX_QUANTITY = 1_000_000_000
