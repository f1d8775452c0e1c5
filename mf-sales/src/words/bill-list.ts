export const failedLoadBill = 'Failed to load the bill'
export const lines = 'Lines'
export const allBills = 'All bills'
export const failedLoadPayments = 'Failed to load payments and returns'
export const allReturned = 'All returned'
export const noReturnsYet = 'Nothing was returned.'
export const refund = 'Refund'
export const waitingInventory = 'Waiting for the stock update'
export const bookedSoon = 'The bill will be booked when the stock is updated.'
export const refusedNothingSold = 'Refused: nothing was sold'
export const numberReused = 'The next bill will reuse this number.'
export const voidBillLost = (reason: string | undefined) => `Void, because the bill was lost: ${reason}`
export const creditNote = (numberText: string) => `Credit note of ${numberText}`
export const openBill = 'Open the bill'
export const soldMoreThanStock = 'More was sold than the recorded stock'
export const soldWithoutApproval = (overLimit: string) => `Sold without approval: ${overLimit}`
export const handedOverUnanswered = 'Handed over before the server answered'
export const approvedBy = (name: string) => `Approved by ${name}`
export const sentBy = (name: string) => `Sent by ${name}`
export const soldBeyondStock = (found: number) => `Sold ${found} units more than the recorded stock`
export const soldFromHeld = (writtenOff: number) =>
  `${writtenOff} units came from a batch that cannot be sold`
export const unknownMedicine = 'Unknown medicine'
export const thenExpires = (expiryDate: string) => `, Exp ${expiryDate}`
export const writtenOff = 'Written off'
export const mrp = 'MRP'
export const price = 'Price'
export const gstInside = 'GST included'
export const failedLoadBills = 'Failed to load bills'
export const bills = 'bills'
export const filterBills = 'Filter bills'
export const filter = 'Filter'
export const numberOrPhone = 'Number or phone'
export const numberOrPhoneExample = '123 or 9822012345'
export const differences = 'With differences'
export const batch = (batch: string) => `batch ${batch}`
export const withDifferences = 'with differences'
export const status = 'Status'
export const refused = 'Refused'
export const booked = 'Booked'
export const handedOver = 'Handed over'
export const differs = 'Differs'
export const openCreditText = 'Bills that customers will pay later.'
export const findOpenCredit = 'Find open credit'
export const find = 'Find'
export const failedLoadOpenCredit = 'Failed to load the open credit'
export const nothingOpen = 'No open credit'
export const noOpenCredit = 'No bill with this phone number has open credit.'
export const openSum = (sum: string) => `Open ${sum}`
export const billTotal = 'Bill total'
export const refundedByNotes = (refunded: string) => `${refunded} refunded by credit notes`
export const receivePayment = 'Receive payment'
export const correctPayment = 'Correct payment'
export const paymentMoves = 'Payment changes'
export const what = 'What'
export const creditPaidBy = (modes: string) => `Credit paid by ${modes}`
export const correctedTo = (from: string, to: string) => `${from} corrected to ${to}`
export const typeRupeesExample = 'Type rupees such as 49.50'
export const atMost = (most: string) => `At most ${most}`
export const paymentUnchanged = 'The payment was not changed'
export const titleOfBill = (title: string, number: string) => `${title} of ${number}`
export const enteredAs = 'Entered as'
export const paidBy = 'Paid by'
export const wasPaidBy = 'Actually paid by'
export const referenceHint = 'Reference of the UPI or card payment, if any.'
export const returnFrom = (numberText: string) => `Return from ${numberText}`
export const makeCreditNote = 'Make the credit note'
export const returning = 'Returning...'
export const noAnswerTryAgain = 'No answer yet. Try again.'
export const nothingWasReturned = 'Nothing was returned'
export const paidBackFor = (payout: string, number: string, reason: string) =>
  `${payout} paid back for ${number}: ${reason}`
export const soldPack = (pack: string) => ` · sold ${pack} · `
export const allReturnedNoun = 'all returned'
export const packReturnable = (pack: string) => `${pack} returnable`
export const goods = 'Goods'
export const backToStock = 'Back to stock'
export const writeOff = 'Write off'
export const payBackBy = 'Pay back by'
export const comesOffCredit = (lowered: string) => `Open credit goes down by ${lowered}`
export const payBackSum = (paidBack: string) => `Pay back ${paidBack}`
export const pdfFailed = 'The PDF could not be created'
export const pdf = 'PDF'
export const neverBilled = 'This medicine is on no bill yet'
