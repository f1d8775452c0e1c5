import type { Transaction, TransactionType } from '@mms/contracts'

interface TypeLook {
  /** One of it, as the badge and the form call it. */
  name: string
  /** Many of it, as the filter calls them. */
  plural: string
  palette: string
  /** What the button of the form does. */
  action: string
}

/** The words and colors of the specification, in its order. */
export const typeLooks: Record<TransactionType, TypeLook> = {
  sale: { name: 'Sale', plural: 'Sales', palette: 'green', action: 'Record sale' },
  purchase: { name: 'Purchase', plural: 'Purchases', palette: 'blue', action: 'Record purchase' },
  return: { name: 'Return', plural: 'Returns', palette: 'purple', action: 'Record return' },
  expired: { name: 'Expired', plural: 'Expired', palette: 'red', action: 'Record write-off' },
  adjustment: { name: 'Adjustment', plural: 'Adjustments', palette: 'gray', action: 'Record adjustment' },
}
export const transactionTypeNames = Object.keys(typeLooks) as TransactionType[]

export const isTransactionType = (text: string): text is TransactionType => Object.hasOwn(typeLooks, text)

export const nameOf = ({ medicineId }: Transaction): string => medicineId?.name ?? 'Unknown Medicine'

/** "Sale of 2 × Paracetamol 650 mg, batch AB12" */
export function describe(
  { type, quantity, batch }: Pick<Transaction, 'type' | 'quantity' | 'batch'>,
  medicine: string,
): string {
  const what = type === 'expired' ? 'Write-off' : typeLooks[type].name
  return `${what} of ${quantity} × ${medicine}${batch?.number ? `, batch ${batch.number}` : ''}`
}

/** The same of one on record, whose undo is not mistaken for it: "Undo: Sale of 2 × Paracetamol 650 mg" */
export const titleOf = (transaction: Transaction): string =>
  `${transaction.reverses ? 'Undo: ' : ''}${describe(transaction, nameOf(transaction))}`
