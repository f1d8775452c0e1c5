import { type BillDocument, countText, pluralOf } from '@mms/contracts'
import { formatDate } from '@mms/ui'

const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

function numberWords(number: number): string {
  if (number < 20) return small[number] ?? ''
  const [size, name] = scales.find(([scale]) => number >= scale) ?? [10, '']
  const first = Math.floor(number / size)
  const head = name === '' ? tens[first] : `${numberWords(first)} ${name}`
  return [head, numberWords(number % size)].filter(Boolean).join(' ')
}

/** Example: `Rupees One Lakh Five and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rupees = `Rupees ${numberWords(Math.floor(paise / 100)) || 'Zero'}`
  const rest = paise % 100
  return `${rest === 0 ? rupees : `${rupees} and ${numberWords(rest)} Paise`} Only`
}

interface Pack {
  packSize: number
  packWord: string
  unitWord: string
}

interface NamedBatch {
  number?: string | null | undefined
  expiryDate?: string | null | undefined
}

export const batchWords = ({ number, expiryDate }: NamedBatch): string =>
  [number ?? 'No number', expiryDate ? `exp ${formatDate(expiryDate)}` : ''].filter(Boolean).join(', ')

export const modes = { cash: 'Cash', upi: 'UPI', card: 'Card', credit: 'Credit' }

const billWords = { payable: 'Payable', seller: 'Sold by', modes }
const noteWords = {
  payable: 'Refund',
  seller: 'Taken back by',
  modes: { ...modes, credit: 'Deducted from open credit' },
}

/** Amounts of a credit note are positive. Its words say that the money goes back to the customer. */
export const wordsOf = ({ creditOf }: Pick<BillDocument, 'creditOf'>) => (creditOf ? noteWords : billWords)

export const lineHeads = ['#', 'Medicine', 'HSN', 'Batch, expiry', 'Quantity', 'MRP', 'Discount', 'Amount']
export const taxHeads = ['GST', 'Taxable']
export const sum = 'Sum'
export const discountOfBill = 'Discount'
export const total = 'Total'
export const roundOffOfBill = 'Round-off'
export const phone = (number: string) => `Phone ${number}`
export const drugLicences = (numbers: string) => `D.L. ${numbers}`
export const compositionText = 'Composition taxable person, not eligible to collect tax on supplies'
export const forBill = (number: string, reason?: string) => `For bill ${number}: ${reason}`
export const customer = (details: string) => `Customer: ${details}`
export const placeOfSupply = (stateCode: string | null | undefined) => `Place of supply: state ${stateCode}`
export const noBatchNumber = 'no number'
export const schedule = (letter: string) => `Schedule ${letter}`

export const notSold = 'Not sold'
export const settingsChanged = 'The store settings changed. Check the total.'
export const otherBillWaiting = 'Another bill at this counter is waiting for the server. Finish it first.'
export const refusedBill = (number: string, reason: string) => `Bill ${number} was refused: ${reason}`
export const startedBillHeld = 'The bill you had started is on hold'
export const resumeWithF9 = 'Press F9 on an empty page to resume it.'
export const discount = (billDiscount: string) => `Discount ${billDiscount}`
export const roundOff = (roundOff: string) => `Round-off ${roundOff}`
export const askingAboutLast = 'Asking the server about the last bill…'
export const batchKey = 'Batch (F6)'
export const heldBillsCount = (holds: number) => `Held bills (${holds})`
export const hold = 'Hold (F9)'
export const lastBill = 'Last bill'
export const change = 'Change'
export const noCustomer = 'No customer'
export const gstin = (gstin: string) => `GSTIN ${gstin}`
export const doctor = (name: string) => `Doctor: ${name}`
export const noDoctor = 'No doctor'
export const edit = 'Edit (F4)'
export const handedOverNotSent = (bills: number, number: string) =>
  `${bills === 1 ? `Bill ${number} was` : `${bills} bills were`} handed over but not sent yet`
export const sentLater =
  'They will be sent automatically when the server answers. Do not clear the data of this browser.'
export const mrpLine = (price: string) => `MRP ${price}`
export const discountLine = (amount: string) => `discount ${amount}`
export const batchWithExpiry = (number: string, expiry: string) => `Batch ${number}${expiry}`
export const hsnOf = (hsn: string) => `HSN ${hsn}`
export const upiPayment = 'UPI payment'
export const payByUpi = (open: string) => `Pay ${open} by UPI`
export const clearBillQuestion = 'Clear this bill?'
export const clearBill = 'Clear the bill'
export const clearBillText = (lines: number) =>
  `${lines} ${lines === 1 ? 'line' : 'lines'} will be lost. Press F9 to hold the bill instead.`
export const sameSaltAs = (name: string) => `Same salt as ${name}`
export const sameSaltTitle = 'Same salt'
export const noOtherWithSalt = 'No other medicine in stock has the same salt'
export const chooseMedicineFirst = 'Choose a medicine first'
export const heldBillsTitle = 'Held bills'
export const noHeldBill = 'No bill is on hold. Press F9 to hold the current bill.'
export const billOfAmount = (payable: string) => `Bill of ${payable}`
export const wasHandedOver = (number: string | undefined) => `Was bill ${number} handed over?`
export const yesHandedOver = 'Yes, handed over'
export const askAgain = 'No, ask the server again'
export const handedOverQuestion = (payable: string) =>
  `This page was closed while the bill of ${payable} was waiting for the server. Did the customer get the goods?`
export const customerAndDoctor = 'Customer and doctor'
export const save = 'Save'
export const customerOrPatient = 'Customer or patient'
export const phoneInvalid = 'For credit, type a mobile number of 10 digits or a landline with its STD code'
export const gstinInvalid = 'Check all 15 characters'
export const stateHint = 'Only if goods go to another state.'
export const stateOfStore = 'State of the store'
export const registration = 'Registration'
export const findBill = 'Find the bill'
export const billNumberOrPhone = 'Bill number or phone'
export const orScanQr = 'Or scan the QR code of the bill.'
export const line = 'Line'
export const apply = 'Apply'
export const discountHint =
  '10 is ten percent; ₹50 or 50rs is fifty rupees. Clear the field to remove the discount.'
export const discountInvalid = 'Type 10 for a percentage or ₹50 for rupees'
export const discountOn = 'Discount on'
export const batchOfMedicine = (name: string) => `Batch of ${name}`
export const batchStock = (units: number, at: number) =>
  `${units} in stock${at === 0 ? ', expires first' : ''}`
export const noOtherBatchKnown = 'No other batch is known'
export const whyBatch = 'Why this batch?'
export const takeBatch = 'Use this batch'
export const billNoun = 'the bill'
export const priceAboveMrp = (name: string | undefined) => `The price of ${name} is above its MRP`
export const discountAboveAmount = (name: string | undefined) =>
  `The discount of ${name} is more than its amount`
export const addMedicineFirst = 'Add a medicine first'
export const scheduleNeedsPatient = (name: string, schedule: string) =>
  `${name} is a schedule ${schedule} medicine. Enter the patient and the doctor (F4).`
export const needsTwoBills =
  'A customer with GSTIN needs two bills: one for taxed medicines, one for those without tax'
export function quantityExample({ packSize, packWord, unitWord }: Pack): string {
  const loose = packSize > 1 ? `, .4 for 4 loose ${pluralOf(unitWord)}` : ''
  return `Type 2 for 2 ${pluralOf(packWord)}${loose}`
}

export const quantityHint = ({
  packSize = 1,
  packWord = 'pack',
  unitWord = 'unit',
}: { [Name in keyof Pack]?: Pack[Name] | undefined }) =>
  packSize > 1 ? `.4 is ${countText(4, unitWord)}` : pluralOf(packWord)
export const nothingAdded = 'Nothing was added.'
export const packExpired = (name: string, expiryDate: string) =>
  `This pack of ${name} expired on ${expiryDate}`
export const putAside = 'Put it aside.'
export const notAdded = (name: string) => `${name} was not added`
export const anotherBillShown = 'Another bill is on the page now.'
export const addMedicine = 'Add a medicine'
export const add = 'Add'
export const packsLooseBoth = 'packs, loose, both'
export const del = 'Del'
export const sameSaltNoun = 'same salt'
export const holdResume = 'hold or resume'
export const esc = 'Esc'
export const ctrlP = 'Ctrl+P'
export const printsAgain = 'prints again'
export const anotherBillAsked = 'Another bill is waiting for the server'
export const typeOrScan = "Type a medicine's name or scan its pack"
export const billLines = 'Lines of the bill'
export const removeNamed = (name: string) => `Remove ${name}`
export const moreThanStock = (pack: string) => `${pack} more than in stock`
export const firstToExpire = 'First batch to expire'
export const each = 'each'
export const perPack = (packWord: string) => `per ${packWord}`
export const sellAt = (pack: string, packPrice: string) => `Sell ${pack} at ${packPrice} (Enter)`
export const removeLine = 'Remove the line (Enter)'
export const drawerClosed = 'The drawer is closed. Cash from new bills is not counted in any drawer.'
export const drawerNotOpen = 'The drawer is not open. Open it under'
export const amountExample = 'Type an amount such as 500 or 444.50'
export const creditNeedsCustomer = "Credit needs the customer's name and phone (F4)"
export const payment = 'Payment'
export const cashGiven = 'Cash given'
export const askingServer = 'Asking the server…'
export const referenceHint = 'Reference number of the payment, if you record it.'
export const stillDue = 'Still due'
export const removePayments = 'Remove the payments'
export const noUpiId = 'No UPI ID yet. An administrator enters it in the store settings.'
export const upiPaymentOf = (amount: string) => `UPI payment of ${amount}`
export const checkArrived = (amount: string) => `Check that ${amount} arrived, then press Enter`
export const enterAmount = 'Enter an amount'
export const moreDue = 'More than the amount due'
export const tooManyPayments = (mostPayments: number) => `A bill has at most ${mostPayments} payments`
export const noBillToPrint = 'No bill to print'
export const soldNothingYet = 'No bill was made in this browser yet.'
export const notStored = 'The bill could not be stored in this browser. Reload the page.'
export const counterIsClosed = (code: string) => `Counter ${code} is closed`
export const unknownCounter = 'The server does not know this counter'
