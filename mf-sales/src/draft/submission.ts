import type { CreateTransaction } from '@mms/contracts'
import type { OutboxEntry, OutboxItem } from '@mms/sdk'
import { OTHER_BATCH } from '../batches/choices.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { describeTransaction } from '../transactions/transaction-types.ts'
import * as words from '../words/draft.ts'
import { type DraftOrigin, draftOriginOf, newTransactionDraft, type TransactionDraft } from './draft.ts'
import { emptyForm } from './form-values.ts'

export type WaitingTransaction = OutboxEntry & { body: CreateTransaction; about: PickedMedicine }

export function outboxItemOf(
  key: string,
  body: CreateTransaction,
  medicine: PickedMedicine,
  origin: DraftOrigin = {},
): OutboxItem {
  return {
    ...origin,
    key,
    lane: `medicine-${medicine._id}`,
    path: TRANSACTIONS_PATH,
    body,
    title: describeTransaction(body, medicine.name),
    successText: words.recordedWithStock,
    failureText: words.failedRecordTransaction,
    announces: { event: 'medicines-changed', detail: { medicineIds: [medicine._id] } },
    about: medicine,
  }
}

export function isTransaction(entry: OutboxEntry): entry is WaitingTransaction {
  return entry.path === TRANSACTIONS_PATH
}

const textOf = (price: number | null | undefined): string => price?.toFixed(2) ?? ''

function batchOf({ type, batch }: CreateTransaction) {
  if (batch?.scanned) {
    const { number = '', expiryDate, reason } = batch
    const pack = { ...(number && { number }), ...(expiryDate && { expiryDate }) }
    return { pack, batch: reason ? number : '' }
  }
  const isFound = type === 'adjustment' && batch?.expiryDate !== undefined
  if (!isFound) return { batch: batch?.number ?? batch?._id ?? '' }
  const { number = '', expiryDate } = batch
  return { batch: OTHER_BATCH, foundNumber: number, foundExpiryDate: expiryDate ?? '' }
}

/** Gives the draft a new key, because the server repeats its first answer for the old key. */
export function draftOf({ body, about, madeAt }: WaitingTransaction, replaces?: string): TransactionDraft {
  const { type, quantity, unitPrice, note, direction, newUnitPrice, newExpiryDate, batch } = body
  const values = {
    ...emptyForm,
    medicine: about,
    type,
    note,
    direction: direction ?? emptyForm.direction,
    quantity: String(quantity),
    unitPrice: textOf(unitPrice),
    newUnitPrice: textOf(newUnitPrice),
    newExpiryDate: newExpiryDate ?? '',
    ...batchOf(body),
    batchReason: batch?.reason ?? '',
    batchPrice: textOf(batch?.packPrice ?? batch?.unitPrice),
    batchMrp: textOf(batch?.packMrp ?? batch?.mrp),
    batchSupplier: batch?.supplier ?? '',
    batchReturnBy: batch?.returnBy ?? '',
  }
  return { ...newTransactionDraft(values), ...draftOriginOf({ replaces, madeAt }) }
}
