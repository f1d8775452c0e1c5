export const allOnHold = 'All stock is on hold'
export const allExpiredOrHeld = 'All stock has expired or is on hold'
export const allExpiredOn = (last: string) => `All stock expired on ${last}`
export const lastExpiredOn = (last: string) => `All stock has expired, the last on ${last}`
export const noExpiryDate = 'no expiry date'
export const expires = (expiryDate: string) => `Exp ${expiryDate}`
export const unitsOfBatch = (units: string, number: string) => `${units} of ${number}`
export const chooseBatch = 'Choose the batch'
export const asSold = 'The batch that was sold'
