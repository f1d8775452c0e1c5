import type { MedicineState, Movement, PriceRestoration } from '@mms/contracts'
import type { Actor } from '@mms/service-kit'
import type { PurchaseValues } from '../medicines/rules.ts'

export const valueFields = ['unitPrice', 'costPrice'] as const
export type ValueField = (typeof valueFields)[number]
export type PriceValues = Pick<MedicineState, ValueField>
export type PriceValue = number | null

export interface ValueChange {
  medicineId: string
  field: ValueField
  version: number
  movementId: string | null
  before: PriceValue
  value: PriceValue
  actorId: string | null
  actorName: string | null
  createdAt: string
}

export interface StoredChange extends ValueChange {
  isUndone: boolean
}

const MAX_NAME = 200

type Author = Pick<ValueChange, 'movementId' | 'actorId' | 'actorName'>

function changesOf(before: MedicineState, after: MedicineState, fields: ValueField[], author: Author) {
  return fields.map((field) => ({
    ...author,
    medicineId: after._id,
    field,
    version: after.version,
    before: before[field] ?? null,
    value: after[field] ?? null,
    createdAt: after.updatedAt,
  }))
}

/** Includes unchanged values, because a purchase confirms them. */
export function changesByDelivery(
  before: MedicineState,
  after: MedicineState,
  { _id: movementId, actorId }: Pick<Movement, '_id' | 'actorId'>,
  purchased: PurchaseValues,
): ValueChange[] {
  const fields = valueFields.filter((field) => purchased[field] !== undefined)
  return changesOf(before, after, fields, { movementId, actorId, actorName: null })
}

const packFields = { unitPrice: 'packPrice', costPrice: 'packCost' } as const

/** The form sends all values; only changes count. A pack price can change while the rounded unit price does not. */
export function changesByForm(before: MedicineState, after: MedicineState, actor: Actor): ValueChange[] {
  const isChanged = (field: keyof MedicineState) => (before[field] ?? null) !== (after[field] ?? null)
  const fields = valueFields.filter((field) => isChanged(field) || isChanged(packFields[field]))
  return changesOf(before, after, fields, {
    movementId: null,
    actorId: actor.id,
    actorName: actor.name.slice(0, MAX_NAME),
  })
}

function valueBefore(change: ValueChange, earlier: StoredChange[]): PriceValue {
  let value = change.before
  for (const one of earlier) {
    if (!one.isUndone || one.value !== value) break
    value = one.before
  }
  return value
}

/**
 * Restores the value before `change`, unless a later change counts or the value differs now. `all` are the field's
 * changes, newest first. Undefined if nothing changes.
 */
export function restoreValue(change: ValueChange, all: StoredChange[], now: PriceValue) {
  const later = all.find(({ version, isUndone }) => version > change.version && !isUndone)
  const before = valueBefore(
    change,
    all.filter(({ version }) => version < change.version),
  )
  if (before === now) return undefined
  if (!later && now === change.value) return { isRestored: true, now: before, before, setBy: null }
  const setBy = later ? { movementId: later.movementId, name: later.actorName } : null
  return { isRestored: false, now, before, setBy }
}

export function withRestoredValues(medicine: MedicineState, restoration: PriceRestoration): MedicineState {
  const { unitPrice, costPrice } = restoration
  return {
    ...medicine,
    unitPrice: unitPrice?.isRestored ? unitPrice.now : medicine.unitPrice,
    costPrice: costPrice?.isRestored ? costPrice.now : medicine.costPrice,
  }
}
