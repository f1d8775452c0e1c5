export const TRANSACTIONS_PATH = '/api/transactions'
export const WITHDRAWAL_PATH = `${TRANSACTIONS_PATH}/withdrawal`
export const LIMITS_PATH = `${TRANSACTIONS_PATH}/limits`

export const BILLS_PATH = '/api/bills'
export const DRAWERS_PATH = `${BILLS_PATH}/drawers`
