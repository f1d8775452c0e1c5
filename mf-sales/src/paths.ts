/** The routes of sales that more than one room of this area calls. */
export const TRANSACTIONS_PATH = '/api/transactions'
/** Where an Idempotency-Key is taken back, unless it was recorded. */
export const WITHDRAWAL_PATH = `${TRANSACTIONS_PATH}/withdrawal`
/** From where on the counter asks. */
export const LIMITS_PATH = `${TRANSACTIONS_PATH}/limits`
