import type { Transaction, TransactionType } from '@mms/contracts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/transaction-types.ts'

interface TypeLook {
  name: string
  plural: string
  palette: string
  action: string
}

export const typeLooks: Record<TransactionType, TypeLook> = {
  sale: { name: words.sale, plural: sharedWords.sales, palette: 'green', action: words.recordSale },
  purchase: { name: words.purchase, plural: words.purchases, palette: 'blue', action: words.recordPurchase },
  return: {
    name: sharedWords.returnAction,
    plural: sharedWords.returns,
    palette: 'purple',
    action: words.recordReturn,
  },
  expired: { name: words.expired, plural: words.expired, palette: 'red', action: words.recordWriteOff },
  adjustment: {
    name: words.adjustment,
    plural: words.adjustments,
    palette: 'gray',
    action: words.recordAdjustment,
  },
}
export const transactionTypeNames = Object.keys(typeLooks) as TransactionType[]

export const isTransactionType = (text: string): text is TransactionType => Object.hasOwn(typeLooks, text)

export const medicineName = ({ medicineId }: Transaction): string => medicineId?.name ?? words.unknownMedicine

/** Example: "Sale of 2 × Paracetamol 650 mg, batch AB12". */
export function describeTransaction(
  { type, quantity, batch }: Pick<Transaction, 'type' | 'quantity' | 'batch'>,
  medicine: string,
): string {
  const what = type === 'expired' ? words.writeOff : typeLooks[type].name
  return words.transactionTitle(what, quantity, medicine, batch?.number)
}

export function transactionTitle(transaction: Transaction): string {
  const title = describeTransaction(transaction, medicineName(transaction))
  return transaction.reverses ? words.undoTitle(title) : title
}
