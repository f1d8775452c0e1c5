export const expires = 'Expires'
export const mmYy = 'MM/YY'
export const direction = 'Direction'
export const unitPrice = 'Unit Price (₹)'
export const reasonForBatch = 'Reason for This Batch'
export const scannedPack = 'Scanned Pack'
export const numberOnPack = 'Number on the Pack'
export const expiryDateOnPack = 'Expiry Date on the Pack'
export const newExpiryDate = 'New Expiry Date'
export const newPrice = 'New Price (₹)'
export const priceOfBatch = 'Price of This Batch (₹)'
export const mrpOnPack = 'MRP on the Pack (₹)'
export const supplier = 'Supplier'
export const returnableUntil = 'Returnable Until'
export const selectMedicine = 'Please select a medicine and enter a valid quantity'
export const correctFields = 'Please correct the marked fields'
export const medicineRequired = 'Medicine is required'
export const batchRequired = (batch: string) => `${batch} is required, because its details are filled in`
export const fieldRequired = (batchReason: string) => `${batchReason} is required`
export const dateIncomplete = (label: string) => `${label} is not complete. Type 12/27 or 31/12/2027.`
export const failedRecordTransaction = 'Failed to record transaction'
/** The outbox fills in `{newStockLevel}` from the server's answer. */
export const recordedWithStock = 'Transaction recorded successfully. New stock level: {newStockLevel}'
