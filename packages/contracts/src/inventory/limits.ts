import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/durations.ts'

/** An older `madeAt` is considered wrong, in ms. */
export const MAX_MADE_AT_AGE_MS = 31 * DAY_MS
/** Two times that differ by less are displayed as one, in ms. */
export const SAME_TIME_MS = MINUTE_MS
/** Maximum age in ms at which an offline sale is accepted if its stock has expired since. */
export const MAX_OFFLINE_SALE_AGE_MS = 72 * HOUR_MS

export const MAX_IMPORT_ROWS = 10_000

/** Maximum units of one medicine, counted in single tablets. A larger number is a typing error. */
export const MAX_STOCK = 10_000_000
/** Maximum units of one movement in a request. Inventory also enforces `MAX_STOCK`. */
export const MAX_QUANTITY = 1_000_000_000
