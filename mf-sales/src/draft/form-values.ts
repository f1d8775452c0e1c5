import {
  type CreateTransaction,
  createTransactionSchema,
  type Direction,
  type NamedBatch,
  readTypedDate,
  rupeesToPaise,
  type TransactionType,
  unitMrpOrCostOf,
  unitPriceOf,
} from '@mms/contracts'
import { type FieldErrors as Errors, formRules, numberOf } from '@mms/sdk/form-rules'
import { OTHER_BATCH } from '../batches/choices.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import * as words from '../words/draft.ts'
import * as sharedWords from '../words/shared.ts'

export const fieldLabels = {
  medicine: sharedWords.medicine,
  type: sharedWords.transactionType,
  direction: words.direction,
  quantity: sharedWords.quantity,
  unitPrice: words.unitPrice,
  /** The number on the pack for a purchase. Otherwise the batch number, or the id without a number. */
  batch: sharedWords.batch,
  batchReason: words.reasonForBatch,
  pack: words.scannedPack,
  foundNumber: words.numberOnPack,
  foundExpiryDate: words.expiryDateOnPack,
  newExpiryDate: words.newExpiryDate,
  newUnitPrice: words.newPrice,
  batchPrice: words.priceOfBatch,
  batchMrp: words.mrpOnPack,
  batchSupplier: words.supplier,
  batchReturnBy: words.returnableUntil,
  note: sharedWords.note,
} as const

interface ChosenValues {
  medicine: PickedMedicine | null
  type: TransactionType
  direction: Direction
  /** Batch data of the scanned code. Inventory decides which batch it is. */
  pack: Pick<NamedBatch, 'number' | 'expiryDate'> | null
}
type TypedField = Exclude<keyof typeof fieldLabels, keyof ChosenValues>
/** Numbers and dates stay text until they are sent, so that typed text is never changed or lost. */
export type TransactionFormValues = ChosenValues & Record<TypedField, string>

const noText = Object.fromEntries(Object.keys(fieldLabels).map((field) => [field, '']))
export const emptyForm = {
  ...noText,
  medicine: null,
  type: 'sale',
  direction: 'increase',
  quantity: '1',
  pack: null,
} as TransactionFormValues

export type FieldName = keyof TransactionFormValues
export type FieldErrors = Errors<FieldName>
export interface FormRefusal {
  problem: string
  errors: FieldErrors
}
export type FormValidation =
  | { body: CreateTransaction; medicine: PickedMedicine }
  | { errors: FieldErrors; summary: string }

export const CORRECT_FIELDS = words.correctFields

const ownNames: Record<string, string> = {
  medicineId: 'medicine',
  'batch.number': 'batch',
  'batch.reason': 'batchReason',
  'batch.expiryDate': 'foundExpiryDate',
  'batch.unitPrice': 'batchPrice',
  'batch.mrp': 'batchMrp',
  'batch.packPrice': 'batchPrice',
  'batch.packMrp': 'batchMrp',
  'batch.supplier': 'batchSupplier',
  'batch.returnBy': 'batchReturnBy',
}

const rules = formRules({
  name: 'transaction',
  labels: fieldLabels,
  empty: emptyForm,
  schema: createTransactionSchema,
  bodyOf: toRequestBody,
  nameOf: (field) => ownNames[field] ?? field,
})

export function validateForm(values: TransactionFormValues): FormValidation {
  const { medicine } = values
  const result = rules.validate(values)
  if ('body' in result && medicine && !needsReason(values) && !needsNumber(values))
    return { body: result.body, medicine }
  const errors = 'errors' in result ? result.errors : {}
  if (!medicine) errors.medicine = words.medicineRequired
  if (needsNumber(values)) errors.batch ??= words.batchRequired(fieldLabels.batch)
  if (needsReason(values)) errors.batchReason ??= words.fieldRequired(fieldLabels.batchReason)
  for (const field of ['newExpiryDate', 'foundExpiryDate'] as const)
    if (errors[field]) errors[field] = words.dateIncomplete(fieldLabels[field])
  const isMissing = !medicine || !(numberOf(values.quantity) > 0)
  return { errors, summary: isMissing ? words.selectMedicine : CORRECT_FIELDS }
}

/** No reason is needed for the default, which is the first batch to expire. */
const needsReason = ({ type, batch, batchReason }: TransactionFormValues): boolean =>
  type === 'sale' && batch !== '' && batchReason.trim() === ''

export const batchDetails = ['batchPrice', 'batchMrp', 'batchSupplier', 'batchReturnBy'] as const

export const hasBatchDetails = (values: TransactionFormValues): boolean =>
  values.type === 'purchase' && batchDetails.some((field) => values[field].trim() !== '')

const needsNumber = (values: TransactionFormValues): boolean =>
  hasBatchDetails(values) && values.batch.trim() === ''

export function totalPriceOf({ quantity, unitPrice }: TransactionFormValues): number | undefined {
  const total = (numberOf(quantity) * rupeesToPaise(numberOf(unitPrice))) / 100
  return numberOf(quantity) > 0 && numberOf(unitPrice) >= 0 && Number.isFinite(total) ? total : undefined
}

export const isEmptyForm = ({ medicine, ...typed }: TransactionFormValues): boolean =>
  medicine === null &&
  (
    ['quantity', 'unitPrice', 'note', 'newUnitPrice', 'newExpiryDate', 'batch', ...batchDetails] as const
  ).every((field) => typed[field] === emptyForm[field])

export function comparableBody(body: object = {}): object {
  const { confirmed: _confirmed, approval: _approval, ...typed } = body as Partial<CreateTransaction>
  return typed
}

export const toFieldErrors = (errors: Record<string, string>): FieldErrors =>
  rules.nameErrors(Object.entries(errors))

export function toRequestBody(values: TransactionFormValues) {
  const { medicine, type, direction, quantity, unitPrice, note, newUnitPrice, newExpiryDate } = values
  return {
    medicineId: medicine?._id,
    type,
    quantity: numberOf(quantity),
    packSize: packSizeOf(medicine),
    unitPrice: numberOf(unitPrice),
    note,
    ...(type === 'adjustment' && { direction }),
    ...(type === 'purchase' && newUnitPrice !== '' && { newUnitPrice: numberOf(newUnitPrice) }),
    ...(type === 'purchase' &&
      newExpiryDate.trim() !== '' && { newExpiryDate: readTypedDate(newExpiryDate) ?? newExpiryDate }),
    ...batchOf(values),
  }
}

const isFound = ({ type, direction, batch }: TransactionFormValues): boolean =>
  type === 'adjustment' && direction === 'increase' && batch === OTHER_BATCH

function foundBatchOf({ foundNumber, foundExpiryDate }: TransactionFormValues) {
  const [number, date] = [foundNumber.trim(), foundExpiryDate.trim()]
  const expiryDate = date === '' ? null : (readTypedDate(date) ?? date)
  return number === '' ? { expiryDate } : { number, ...(date !== '' && { expiryDate }) }
}

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function batchOf(values: TransactionFormValues) {
  const { type, batch, batchReason, pack } = values
  const name = batch.trim()
  if (isFound(values)) return { batch: foundBatchOf(values) }
  const scanned = type !== 'purchase' && pack ? { ...pack, scanned: true as const } : undefined
  if (name === '') return scanned ? { batch: scanned } : {}
  const reason = type === 'sale' && batchReason.trim() !== '' ? { reason: batchReason } : {}
  return {
    batch: {
      ...(scanned ?? (type !== 'purchase' && idShape.test(name) ? { _id: name } : { number: name })),
      ...reason,
      ...detailsOf(values),
    },
  }
}

export const packSizeOf = (medicine: PickedMedicine | null): number => medicine?.packSize ?? 1

function detailsOf(values: TransactionFormValues) {
  if (values.type !== 'purchase') return {}
  const { medicine, batchPrice, batchMrp, batchSupplier, batchReturnBy } = values
  const [price, mrp, day] = [numberOf(batchPrice), numberOf(batchMrp), batchReturnBy.trim()]
  const packSize = packSizeOf(medicine)
  const isPacked = packSize > 1
  return {
    ...(batchPrice !== '' && {
      unitPrice: isPacked ? unitPriceOf(price, packSize) : price,
      ...(isPacked && { packPrice: price }),
    }),
    ...(batchMrp !== '' && {
      mrp: isPacked ? unitMrpOrCostOf(mrp, packSize) : mrp,
      ...(isPacked && { packMrp: mrp }),
    }),
    ...(batchSupplier.trim() !== '' && { supplier: batchSupplier }),
    ...(day !== '' && { returnBy: readTypedDate(day) ?? day }),
  }
}
