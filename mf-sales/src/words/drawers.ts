import type { CashEntryKind } from '@mms/contracts'
import { formatPaise } from '../amounts.ts'

export const entryKinds: Record<CashEntryKind, string> = {
  expense: 'Expense',
  'to-safe': 'To the safe',
  supplier: 'Paid to a supplier',
  change: 'Change brought in',
  other: 'Other',
}

/** Examples: `₹50.00 short`, `₹2.00 over`, `Exact`. */
export function differenceText(paise: number): string {
  if (paise === 0) return 'Exact'
  return `${formatPaise(Math.abs(paise))} ${paise < 0 ? 'short' : 'over'}`
}

export const allDrawers = 'All drawers'
export const failedLoadDrawers = 'Failed to load the drawers'
export const chooseDay = 'Choose a day'
export const previousDay = 'Previous day'
export const nextDay = 'Next day'
export const expected = 'Expected'
export const counted = 'Counted'
export const noDrawerOpen = 'No drawer was open on this day.'
export const all = 'All'
export const difference = 'Difference'
export const drawerOfCounter = (verb: string, code: string) => `${verb} the drawer of counter ${code}`
export const closeDrawerOf = (code: string) => `Close the drawer of counter ${code}`
export const closeDrawer = 'Close the drawer'
export const closeFailed = 'The drawer was not closed'
export const notesOf = (value: number) => `₹${value} notes`
export const typeNumber = 'Type a number'
export const coins = 'Coins (₹)'
export const typeRupees = 'Type rupees'
export const countedSum = (sum: string) => `Counted ${sum}`
export const expectedSum = (expectedCash: string) => `Expected ${expectedCash}`
export const reasonForDifference = 'Reason for the difference'
export const counterNamed = (code: string, name: string) => `Counter ${code}, ${name}`
export const typeRupeesExample = 'Type rupees such as 2000 or 49.50'
export const failedOpenDrawer = 'Failed to open the drawer'
export const openDrawer = 'Open the drawer'
export const openDrawerText = 'Bills made from now on count towards this drawer.'
export const float = 'Float (₹)'
export const floatLine = 'Float'
export const cashNow = 'Cash in the drawer now.'
export const pharmacistOnDuty = 'Pharmacist on duty'
export const typeAmount = 'Type an amount'
export const entryFailed = 'Failed to record the entry'
export const cashIn = 'Cash in'
export const cashOut = 'Cash out'
export const entryExample = 'For example: tea, courier.'
export const billRange = (count: number, first: string, last: string) => `${count} bills: ${first} to ${last}`
export const notesCount = (notes: number) => `Credit notes: ${notes}`
export const cashOfBills = 'Cash from bills, less refunds'
export const expectedCash = 'Expected cash'
export const cashier = 'Cashier'
export const gstin = (gstin: string) => `GSTIN ${gstin}`
export const dayReportNumber = (number: string | undefined) => `Day report ${number}`
export const pharmacistNamed = (pharmacist: string) => `Pharmacist: ${pharmacist}`
export const openedBy = (openedAt: string, name: string) => `Opened ${openedAt} by ${name}`
export const closedBy = (closedAt: string, name: string) => `Closed ${closedAt} by ${name}`
export const coinsLine = 'Coins'
export const differenceOf = (difference: string) => `Difference: ${difference}`
export const reasonOf = (reason: string) => `Reason: ${reason}`
export const noServerAnswer = 'The server does not answer'
export const ownFigures = "This browser's own figures are shown."
export const openingWith = (float: string) => `Opening with ${float}`
export const notRecorded = (name: string) => `Not recorded: ${name}`
export const remove = 'Remove'
export const dayReport = 'Day report'
export const printDayReport = 'Print the day report'

/** Example: `2 bills and 1 drawer entry wait to be sent`. Empty if nothing waits. */
export function waitingToBeSent(bills: number, entries: number): string {
  const waiting = [
    bills > 0 && `${bills} ${bills === 1 ? 'bill' : 'bills'}`,
    entries > 0 && `${entries} ${entries === 1 ? 'drawer entry' : 'drawer entries'}`,
  ].filter(Boolean)
  if (waiting.length === 0) return ''
  return `${waiting.join(' and ')} ${bills + entries === 1 ? 'waits' : 'wait'} to be sent`
}

export const closingNeedsServer = (value: string) =>
  `The drawer can be closed only when the server answers.${value}`
export const thenClose = (wait: string) => `${wait}. Then the drawer can be closed.`
export const drawerNamed = (code: string) => `Drawer of counter ${code}`
export const openedLabel = 'Opened'
export const thenPharmacist = (pharmacist: string) => `· Pharmacist ${pharmacist}`
export const cashInAndOut = 'Cash in and out'
export const waitsToBeSent = 'Waits to be sent'
