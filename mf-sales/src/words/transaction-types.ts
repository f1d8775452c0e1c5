export const sale = 'Sale'
export const recordSale = 'Record sale'
export const purchase = 'Purchase'
export const purchases = 'Purchases'
export const recordPurchase = 'Record purchase'
export const recordReturn = 'Record return'
export const expired = 'Expired'
export const recordWriteOff = 'Record write-off'
export const adjustment = 'Adjustment'
export const adjustments = 'Adjustments'
export const recordAdjustment = 'Record adjustment'
export const unknownMedicine = 'Unknown Medicine'
export const writeOff = 'Write-off'
export const transactionTitle = (what: string, quantity: number, medicine: string, number?: string) =>
  `${what} of ${quantity} × ${medicine}${number ? `, batch ${number}` : ''}`
export const undoTitle = (title: string) => `Undo: ${title}`
