import {
  type CreateTransaction,
  createTransactionSchema,
  type Direction,
  issueWords,
  rupeesToPaise,
  type TransactionType,
} from '@mms/contracts'
import type { PickedMedicine } from '../medicines/api.ts'
import { issueText } from './issue-text.ts'

/** The form as it is typed: numbers are text until they are sent, so that nothing typed is ever changed or lost. */
export interface TransactionFormValues {
  medicine: PickedMedicine | null
  type: TransactionType
  direction: Direction
  quantity: string
  unitPrice: string
  note: string
  /** What a delivery changes of its medicine; empty leaves it as it is. */
  newUnitPrice: string
  newExpiryDate: string
}

export const emptyForm: TransactionFormValues = {
  medicine: null,
  type: 'sale',
  direction: 'increase',
  quantity: '1',
  unitPrice: '',
  note: '',
  newUnitPrice: '',
  newExpiryDate: '',
}

/** In the order of the form. */
export const fieldLabels = {
  medicine: 'Medicine',
  type: 'Transaction Type',
  direction: 'Direction',
  quantity: 'Quantity',
  unitPrice: 'Unit Price (₹)',
  note: 'Note',
  newUnitPrice: 'New Price (₹)',
  newExpiryDate: 'New Expiry Date',
} as const satisfies Record<keyof TransactionFormValues, string>

export type FieldName = keyof TransactionFormValues
export type FieldErrors = Partial<Record<FieldName, string>>
export type Validation =
  | { body: CreateTransaction; medicine: PickedMedicine }
  | { errors: FieldErrors; summary: string }

const MISSING = 'Please select a medicine and enter a valid quantity'

/** Checks the typed form by the contract's rules: the body to send, or what is wrong. */
export function validateForm(values: TransactionFormValues): Validation {
  const { medicine } = values
  const result = createTransactionSchema.safeParse(bodyOf(values), { error: issueWords })
  if (result.success && medicine) return { body: result.data, medicine }
  const issues = result.error?.issues ?? []
  const errors = nameErrors(issues.map((issue) => [issue.path.join('.'), issueText(issue)]))
  if (!medicine) errors.medicine = 'Medicine is required'
  const isMissing = !medicine || !(numberOf(values.quantity) > 0)
  return { errors, summary: isMissing ? MISSING : 'Please correct the marked fields' }
}

/** Sentences by the form's own names of the fields. */
export function nameErrors(found: Iterable<readonly [field: string, text: string]>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, text] of found) {
    const name = field === 'medicineId' ? 'medicine' : field
    if (isFieldName(name)) errors[name] ??= sentence(fieldLabels[name], text)
  }
  return errors
}

/** What it comes to, in rupees; undefined while quantity or price are none. */
export function totalOf({ quantity, unitPrice }: TransactionFormValues): number | undefined {
  const total = (numberOf(quantity) * rupeesToPaise(numberOf(unitPrice))) / 100
  return numberOf(quantity) > 0 && numberOf(unitPrice) >= 0 && Number.isFinite(total) ? total : undefined
}

/** Whether nothing is typed that a reload or another draft would lose; the type alone is not. */
export const isEmpty = ({ type: _, direction: __, ...typed }: TransactionFormValues): boolean =>
  isUntouched({ ...emptyForm, ...typed })

/** Whether it is as a new form is. */
export const isUntouched = (values: TransactionFormValues): boolean =>
  JSON.stringify(bodyOf(values)) === JSON.stringify(bodyOf(emptyForm))

export function bodyOf(values: TransactionFormValues) {
  const { medicine, type, direction, quantity, unitPrice, note, newUnitPrice, newExpiryDate } = values
  return {
    medicineId: medicine?._id,
    type,
    quantity: numberOf(quantity),
    unitPrice: numberOf(unitPrice),
    note,
    ...(type === 'adjustment' ? { direction } : {}),
    ...(type === 'purchase' && newUnitPrice !== '' ? { newUnitPrice: numberOf(newUnitPrice) } : {}),
    ...(type === 'purchase' && newExpiryDate !== '' ? { newExpiryDate } : {}),
  }
}

/** What is no number becomes one that every rule refuses. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldLabels, name)

/** `is required` of `Quantity` → `Quantity is required`; `must be 1 or more` → `Must be 1 or more`. */
function sentence(label: string, text: string): string {
  if (text.startsWith('is ')) return `${label} ${text}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
