import type { MedicineState, Movement, Restoration } from '@mms/contracts'
import type { Actor } from '@mms/service-kit'
import type { Given } from '../medicines/rules.ts'

/** Prices of a medicine that a delivery, the form and an undo change. */
export const valueFields = ['unitPrice', 'costPrice'] as const
export type ValueField = (typeof valueFields)[number]
export type Values = Pick<MedicineState, ValueField>
export type Value = number | null

/** A price or cost price that was set, by a purchase (`movementId`) or by the form. */
export interface ValueChange {
  medicineId: string
  field: ValueField
  /** The medicine's version that came of it. */
  version: number
  movementId: string | null
  before: Value
  value: Value
  actorId: string | null
  actorName: string | null
  createdAt: string
}

/** A change as it is read: an undone one does not count any more. */
export interface StoredChange extends ValueChange {
  isUndone: boolean
}

/** What the column holds. */
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

/** What a purchase sets: also a value that stood there already, which it confirms. */
export function changesByDelivery(
  before: MedicineState,
  after: MedicineState,
  { _id: movementId, actorId }: Pick<Movement, '_id' | 'actorId'>,
  given: Given,
): ValueChange[] {
  const fields = valueFields.filter((field) => given[field] !== undefined)
  return changesOf(before, after, fields, { movementId, actorId, actorName: null })
}

/** What the form changes: it sends all values, and means those that differ. */
export function changesByForm(before: MedicineState, after: MedicineState, actor: Actor): ValueChange[] {
  const fields = valueFields.filter((field) => before[field] !== after[field])
  return changesOf(before, after, fields, {
    movementId: null,
    actorId: actor.id,
    actorName: actor.name.slice(0, MAX_NAME),
  })
}

/** What stood there before a change, and before undone ones. `earlier`: the changes before this one, newest first. */
function valueBefore(change: ValueChange, earlier: StoredChange[]): Value {
  let value = change.before
  for (const one of earlier) {
    if (!one.isUndone || one.value !== value) break
    value = one.before
  }
  return value
}

/**
 * What undoing `change` does to the value that stands there `now`. It is restored if no change that counts came after it
 * and it still stands. `all`: the changes of this field, newest first. Undefined where the value is what it was.
 */
export function restore(change: ValueChange, all: StoredChange[], now: Value) {
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

/** A medicine with the values that are restored. */
export function restored(medicine: MedicineState, restoration: Restoration): MedicineState {
  const { unitPrice, costPrice } = restoration
  return {
    ...medicine,
    unitPrice: unitPrice?.isRestored ? unitPrice.now : medicine.unitPrice,
    costPrice: costPrice?.isRestored ? costPrice.now : medicine.costPrice,
  }
}
