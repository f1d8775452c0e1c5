/**
 * Header of `POST /api/transactions`, of its withdrawal, and of the command of a sale to inventory: the instant at which the transaction was made (ISO 8601, UTC),
 * the same in every retry. Not a field of the body: servers of the previous release refuse a body with a field that they
 * do not know, and two tabs compare bodies to see that they hold one and the same sale.
 */
export const MADE_AT_HEADER = 'Made-At'

/** How far from its arrival a transaction may have been made, in milliseconds: what is older is not believed. */
export const OLDEST_MADE_AT_MS = 31 * 24 * 60 * 60_000
/** Made and recorded within this are one time to people, in milliseconds. */
export const SAME_TIME_MS = 60_000
/** How old a sale may be that was made without a connection, to sell stock that was good then, in milliseconds. */
export const OLDEST_OFFLINE_SALE_MS = 72 * 60 * 60_000
