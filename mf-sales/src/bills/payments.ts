import { type Payment, type PaymentMode, toPlainText } from '@mms/contracts'
import * as words from '../words/bills.ts'

const MOST_PAYMENTS = 8

/** Pasted text may hold invisible characters. The server refuses them, even in a handed-over bill. */
export const readText = (typed: string): string => toPlainText(typed).trim()

/** Ten digits of a mobile number, or of a landline with its STD code. */
export const isPhone = (text: string): boolean => /^(\+?91|0)?[1-9]\d{9}$/.test(text.replace(/[\s()-]/g, ''))

/** `444`, `444.5` or `1,444.50` rupees in paise. Null for other text. */
export function parsePaise(text: string): number | null {
  const [, rupees, paise = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text.trim().replaceAll(',', '')) ?? []
  return rupees === undefined ? null : Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
}

export const amountDueOf = (payable: number, payments: readonly Payment[]): number =>
  payments.reduce((due, { amount }) => due - amount, payable)

/** The change to give back: cash received above the amount due. */
export const cashChangeOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount, tendered = amount }) => sum + tendered - amount, 0)

export type PaymentResult = { payments: Payment[] } | { error: string }

/** `typed` is in paise; null pays the amount due. Only cash may exceed it, for change. */
export function addPayment(
  payments: readonly Payment[],
  due: number,
  { mode, typed, reference }: { mode: PaymentMode; typed: number | null; reference?: string },
): PaymentResult {
  const given = typed ?? due
  if (given === 0 && due > 0) return { error: words.enterAmount }
  if (given > due && mode !== 'cash') return { error: words.moreDue }
  if (payments.length === MOST_PAYMENTS) return { error: words.tooManyPayments(MOST_PAYMENTS) }
  if (due === 0) return { payments: [...payments] }
  const amount = Math.min(given, due)
  const payment: Payment = {
    mode,
    amount,
    ...(mode === 'cash' && given > amount && { tendered: given }),
    ...((mode === 'upi' || mode === 'card') && reference && { reference }),
  }
  return { payments: [...payments, payment] }
}

/** UPI payment link in the format that payment apps scan. */
export function upiAddress(store: { upiId: string; name: string }, amount: number, billId: string): string {
  const fields = { pa: store.upiId, pn: store.name, am: (amount / 100).toFixed(2), cu: 'INR', tr: billId }
  const text = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${text.join('&').replace('%40', '@')}`
}
