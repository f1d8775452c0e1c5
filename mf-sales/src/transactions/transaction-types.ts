import type { Transaction, TransactionType } from '@mms/contracts'

interface TypeLook {
  name: string
  plural: string
  palette: string
  action: string
}

export const typeLooks: Record<TransactionType, TypeLook> = {
  sale: { name: 'Sale', plural: 'Sales', palette: 'green', action: 'Record sale' },
  purchase: { name: 'Purchase', plural: 'Purchases', palette: 'blue', action: 'Record purchase' },
  return: { name: 'Return', plural: 'Returns', palette: 'purple', action: 'Record return' },
  expired: { name: 'Expired', plural: 'Expired', palette: 'red', action: 'Record write-off' },
  adjustment: { name: 'Adjustment', plural: 'Adjustments', palette: 'gray', action: 'Record adjustment' },
}
export const transactionTypeNames = Object.keys(typeLooks) as TransactionType[]

export const isTransactionType = (text: string): text is TransactionType => Object.hasOwn(typeLooks, text)

export const medicineName = ({ medicineId }: Transaction): string => medicineId?.name ?? 'Unknown Medicine'

/** Example: "Sale of 2 × Paracetamol 650 mg, batch AB12". */
export function describe(
  { type, quantity, batch }: Pick<Transaction, 'type' | 'quantity' | 'batch'>,
  medicine: string,
): string {
  const what = type === 'expired' ? 'Write-off' : typeLooks[type].name
  return `${what} of ${quantity} × ${medicine}${batch?.number ? `, batch ${batch.number}` : ''}`
}

export const transactionTitle = (transaction: Transaction): string =>
  `${transaction.reverses ? 'Undo: ' : ''}${describe(transaction, medicineName(transaction))}`
