import type { MedicineState, Batch as Shown, UpdateBatch } from '@mms/contracts'
import { differences, problem } from '@mms/service-kit'
import { assertMayMrp, isRevived, revival } from '../shelves/edit.ts'
import { type Batch, isAboveMrp } from '../shelves/rules.ts'
import type { BatchChange } from './changes.ts'
import { editedBatch } from './rules.ts'

const fields = ['number', 'expiryDate', 'unitPrice', 'mrp', 'supplier', 'returnBy', 'costPrice'] as const

interface Correction {
  batch: Batch
  stored: Shown
  input: UpdateBatch
  medicine: MedicineState
  others: Batch[]
  isAdmin: boolean
  today: string
}

function assertNumber({ batch, input: { number }, medicine, others }: Correction): void {
  if (number === undefined || number === batch.number) return
  if (others.some((other) => other.number === number)) {
    throw problem.conflict(
      'inventory.batch_number_taken',
      `${medicine.name} has a batch ${number} already, and two batches are never made one: what is on the packs of both?`,
      { errors: { number: 'is that of another batch' } },
    )
  }
  if (batch.number !== null || batch.stock > 0) return
  throw problem.conflict(
    'inventory.batch_empty',
    `Nothing is left of the stock of ${medicine.name} without a number`,
    { errors: { number: 'is for stock that is there' } },
  )
}

/** Only administrators may make unsellable stock sellable. */
function assertMaySell({ batch, input, medicine, isAdmin, today }: Correction): void {
  if (isAdmin) return
  if (input.number !== undefined && input.number !== batch.number && batch.status !== 'available') {
    throw problem.forbidden(
      'inventory.batch_held',
      `Batch ${batch.number ?? 'without a number'} of ${medicine.name} is on hold: only an administrator can change its number`,
    )
  }
  // Empty batches count, too: an undo or a return may bring units back.
  if (input.expiryDate !== undefined && isRevived(batch.expiryDate, input.expiryDate, today))
    throw revival(medicine.name)
  assertMayMrp(batch.mrp ?? null, input.mrp)
}

function assertPrice({ batch, input, medicine }: Correction): void {
  if (input.unitPrice === undefined && input.mrp === undefined) return
  if (!isAboveMrp(editedBatch(batch, input), medicine)) return
  throw problem.badRequest('inventory.batch_mrp', `The batch would sell above its MRP`, {
    errors: { [input.mrp === undefined ? 'unitPrice' : 'mrp']: 'the price is above the MRP' },
  })
}

export function editOf(correction: Correction): BatchChange | undefined {
  const { batch, stored, input } = correction
  assertNumber(correction)
  assertPrice(correction)
  assertMaySell(correction)
  const after: Shown = { ...stored, ...editedBatch(batch, input) }
  const values = differences<Shown>({ ...stored, costPrice: stored.costPrice ?? null }, after, fields)
  if (!values) return undefined
  const { number, expiryDate, unitPrice, mrp } = after
  const { supplier, costPrice, returnBy } = input
  return {
    action: 'batch.changed',
    said: {
      before: { batch: batch.number, ...values.before },
      after: { batch: number, ...values.after },
    },
    after: { ...batch, number, expiryDate, unitPrice, mrp, costPrice: after.costPrice },
    // A typed price is not a discount.
    details: {
      ...{ supplier, costPrice, returnBy, ...(input.unitPrice !== undefined && { discounted: null }) },
      ...(number !== batch.number && { formerNumber: batch.number }),
    },
  }
}
