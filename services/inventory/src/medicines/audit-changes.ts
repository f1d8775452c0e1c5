import {
  describeField,
  isForAdmins,
  type MedicineField,
  type MedicineState,
  medicineFieldNames,
} from '@mms/contracts'
import { type Actor, type AuditChange, differences, recordChanges } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type MedicineEdit, withPackPrices } from './rules.ts'

/** Stock is not audited here, because the ledger records it. Pack prices of a one-unit pack equal its unit prices. */
const fieldsIn = ({ packSize }: MedicineState, forAdmins: boolean): MedicineField[] =>
  medicineFieldNames.filter((field) => {
    const { word, isOfPack } = describeField(field)
    return word && isForAdmins(field) === forAdmins && (packSize > 1 || !isOfPack)
  })
const fieldsOf = (medicine: MedicineState) => [...fieldsIn(medicine, false), 'demandFactors'] as const

/** A separate action, so that cost prices can be hidden from staff. */
export const COST_PRICE_CHANGED = 'medicine.cost-price-changed'

const auditedValues = (medicine: MedicineState) =>
  Object.fromEntries(fieldsOf(medicine).map((field) => [field, medicine[field] ?? null]))

function costPriceEntries({ before, after }: MedicineEdit, actor: AuditChange['actor']): AuditChange[] {
  const values = differences(before, after, fieldsIn(after, true))
  return values
    ? [{ actor, action: COST_PRICE_CHANGED, subject: after._id, at: after.updatedAt, ...values }]
    : []
}

function additionEntry(medicine: MedicineState, actor: Actor): AuditChange {
  const { _id: subject, updatedAt: at } = medicine
  return { actor, action: 'medicine.added', subject, at, after: auditedValues(medicine) }
}

function changeEntries(stored: MedicineEdit, actor: AuditChange['actor']): AuditChange[] {
  const change = { before: withPackPrices(stored.before), after: withPackPrices(stored.after) }
  const { before, after } = change
  const { _id: subject, updatedAt: at } = after
  if (after.deleted)
    return [{ actor, action: 'medicine.deleted', subject, at, before: auditedValues(before) }]
  const values = differences(before, after, fieldsOf(after))
  const visible = values && { actor, action: 'medicine.changed', subject, at, ...values }
  return [...(visible ? [visible] : []), ...costPriceEntries(change, actor)]
}

export const auditAddedMedicines = (
  trx: Knex.Transaction,
  medicines: MedicineState[],
  actor: Actor,
): Promise<void> =>
  recordChanges(
    trx,
    medicines.map((medicine) => additionEntry(medicine, actor)),
  )

/** A change of stock alone is not audited. */
export const auditChangedMedicines = <C extends MedicineEdit>(
  trx: Knex.Transaction,
  changes: C[],
  actorOf: (change: C) => AuditChange['actor'],
): Promise<void> =>
  recordChanges(
    trx,
    changes.flatMap((change) => changeEntries(change, actorOf(change))),
  )
