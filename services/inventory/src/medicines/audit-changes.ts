import type { MedicineState } from '@mms/contracts'
import { type Actor, type AuditChange, differences, recordChanges } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { MedicineEdit } from './rules.ts'

/** Stock is missing because the ledger records it. */
const fields = [
  'name',
  'category',
  'manufacturer',
  'barcode',
  'composition',
  'minStockLevel',
  'unitPrice',
  'mrp',
  'expiryDate',
  'demandFactors',
] as const satisfies (keyof MedicineState)[]

/** A separate action, because staff may not see cost prices. */
export const COST_PRICE_CHANGED = 'medicine.cost-price-changed'

const auditedValues = (medicine: MedicineState) =>
  Object.fromEntries(fields.map((field) => [field, medicine[field] ?? null]))

function costPriceEntries({ before, after }: MedicineEdit, actor: AuditChange['actor']): AuditChange[] {
  const [costBefore, costPrice] = [before.costPrice ?? null, after.costPrice ?? null]
  if (costBefore === costPrice) return []
  return [
    {
      actor,
      action: COST_PRICE_CHANGED,
      subject: after._id,
      at: after.updatedAt,
      before: { costPrice: costBefore },
      after: { costPrice },
    },
  ]
}

function additionEntry(medicine: MedicineState, actor: Actor): AuditChange {
  const { _id: subject, updatedAt: at } = medicine
  return { actor, action: 'medicine.added', subject, at, after: auditedValues(medicine) }
}

function changeEntries(change: MedicineEdit, actor: AuditChange['actor']): AuditChange[] {
  const { before, after } = change
  const { _id: subject, updatedAt: at } = after
  if (after.deleted)
    return [{ actor, action: 'medicine.deleted', subject, at, before: auditedValues(before) }]
  const values = differences(before, after, fields)
  const visible = values && { actor, action: 'medicine.changed', subject, at, ...values }
  return [...(visible ? [visible] : []), ...costPriceEntries(change, actor)]
}

export const recordAdded = (trx: Knex.Transaction, medicines: MedicineState[], actor: Actor): Promise<void> =>
  recordChanges(
    trx,
    medicines.map((medicine) => additionEntry(medicine, actor)),
  )

/** A change of stock alone is not audited. */
export const recordChanged = <C extends MedicineEdit>(
  trx: Knex.Transaction,
  changes: C[],
  actorOf: (change: C) => AuditChange['actor'],
): Promise<void> =>
  recordChanges(
    trx,
    changes.flatMap((change) => changeEntries(change, actorOf(change))),
  )
