/** How long before its arrival a transaction may have been made, in milliseconds. An older time is not believed. */
export const OLDEST_MADE_AT_MS = 31 * 24 * 60 * 60_000
/** Made and recorded within this are one time to people, in milliseconds. */
export const SAME_TIME_MS = 60_000
/** How old a sale may be that was made without a connection, to sell stock that was good then, in milliseconds. */
export const OLDEST_OFFLINE_SALE_MS = 72 * 60 * 60_000
