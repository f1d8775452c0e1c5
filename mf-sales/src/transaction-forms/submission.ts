import type { CreateTransaction } from '@mms/contracts'
import type { OutboxEntry, OutboxItem } from '@mms/sdk'
import type { PickedMedicine } from '../medicines/api.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { describe } from '../transactions/transaction-types.ts'
import { type Draft, newDraft } from './draft.ts'
import { emptyForm } from './form-values.ts'

/** A transaction in the outbox: its body, and the medicine as it was when it was picked. */
export type WaitingTransaction = OutboxEntry & { body: CreateTransaction; about: PickedMedicine }

export function itemOf(key: string, body: CreateTransaction, medicine: PickedMedicine): OutboxItem {
  return {
    key,
    path: TRANSACTIONS_PATH,
    body,
    title: describe(body, medicine.name),
    successText: 'Transaction recorded successfully. New stock level: {newStockLevel}',
    failureText: 'Failed to record transaction',
    announces: { event: 'medicines-changed', detail: { medicineIds: [medicine._id] } },
    about: medicine,
  }
}

export function isTransaction(entry: OutboxEntry): entry is WaitingTransaction {
  return entry.path === TRANSACTIONS_PATH
}

/** What was refused, as a form with a key of its own: the old one will always be answered by that refusal. */
export function draftOf({ body, about }: WaitingTransaction): Draft {
  const { type, quantity, unitPrice, note, direction, newUnitPrice, newExpiryDate } = body
  return newDraft({
    medicine: about,
    type,
    direction: direction ?? emptyForm.direction,
    quantity: String(quantity),
    unitPrice: String(unitPrice),
    note,
    newUnitPrice: newUnitPrice === undefined ? '' : String(newUnitPrice),
    newExpiryDate: newExpiryDate ?? '',
  })
}
