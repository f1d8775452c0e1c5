export const sameAsMedicine = 'Same as the medicine'
export const batchDetails = 'Price, MRP and supplier of this batch'
export const pricePerPack = 'Price per pack (₹)'
export const mrpPerPack = 'MRP per pack (₹)'
export const until = 'Until'
export const lastHadExpiry = 'The last delivery had an expiry date'
export const lastHadBatch = 'The last delivery had a batch number'
export const enterBatch = (expiryDate: string) =>
  `Enter batch and expiry date. Stock without a number expired on ${expiryDate}.`
