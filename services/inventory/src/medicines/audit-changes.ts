import type { MedicineState } from '@mms/contracts'
import { type Actor, type AuditChange, differences, recordChanges } from '@mms/service-kit'
import type { Knex } from 'knex'

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

interface Change {
  before: MedicineState
  after: MedicineState
}

const described = (medicine: MedicineState) =>
  Object.fromEntries(fields.map((field) => [field, medicine[field] ?? null]))

function ofCostPrice(
  before: number | null,
  after: MedicineState,
  actor: AuditChange['actor'],
): AuditChange[] {
  const costPrice = after.costPrice ?? null
  if (before === costPrice) return []
  return [
    {
      actor,
      action: COST_PRICE_CHANGED,
      subject: after._id,
      at: after.updatedAt,
      before: { costPrice: before },
      after: { costPrice },
    },
  ]
}

function added(medicine: MedicineState, actor: Actor): AuditChange[] {
  const { _id: subject, updatedAt: at } = medicine
  const after = described(medicine)
  return [{ actor, action: 'medicine.added', subject, at, after }, ...ofCostPrice(null, medicine, actor)]
}

function changed({ before, after }: Change, actor: AuditChange['actor']): AuditChange[] {
  const { _id: subject, updatedAt: at } = after
  if (after.deleted) return [{ actor, action: 'medicine.deleted', subject, at, before: described(before) }]
  const values = differences(before, after, fields)
  const change = values && { actor, action: 'medicine.changed', subject, at, ...values }
  return [...(change ? [change] : []), ...ofCostPrice(before.costPrice ?? null, after, actor)]
}

export const recordAdded = (trx: Knex.Transaction, medicines: MedicineState[], actor: Actor): Promise<void> =>
  recordChanges(
    trx,
    medicines.flatMap((medicine) => added(medicine, actor)),
  )

/** A change of stock alone is not audited. */
export const recordChanged = <C extends Change>(
  trx: Knex.Transaction,
  changes: C[],
  actorOf: (change: C) => AuditChange['actor'],
): Promise<void> =>
  recordChanges(
    trx,
    changes.flatMap((change) => changed(change, actorOf(change))),
  )
