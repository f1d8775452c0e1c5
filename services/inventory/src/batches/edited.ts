import type { MedicineState, Batch as Shown, UpdateBatch } from '@mms/contracts'
import { differences, problem } from '@mms/service-kit'
import { type Batch, isAboveMrp } from '../shelves/rules.ts'
import type { BatchChange } from './changes.ts'
import { editedBatch } from './rules.ts'

const fields = ['number', 'expiryDate', 'unitPrice', 'mrp', 'supplier', 'costPrice'] as const

interface Asked {
  batch: Batch
  /** The same with what its shelf leaves out. */
  stored: Shown
  input: UpdateBatch
  medicine: MedicineState
  others: Batch[]
}

function assertNumber({ batch, input: { number }, medicine, others }: Asked): void {
  if (number === undefined || number === batch.number) return
  if (batch._id === medicine._id) {
    throw problem.conflict(
      'inventory.batch_unmarked',
      `The stock of ${medicine.name} without a number keeps none: receive it as a batch instead`,
      { errors: { number: 'is not for the stock without one' } },
    )
  }
  if (!others.some((other) => other.number === number)) return
  throw problem.conflict('inventory.batch_number_taken', `${medicine.name} has a batch ${number} already`, {
    errors: { number: 'is that of another batch' },
  })
}

function assertPrice({ batch, input, medicine }: Asked): void {
  if (input.unitPrice === undefined && input.mrp === undefined) return
  if (!isAboveMrp(editedBatch(batch, input), medicine)) return
  throw problem.badRequest('inventory.batch_mrp', `The batch would sell above its MRP`, {
    errors: { [input.mrp === undefined ? 'unitPrice' : 'mrp']: 'the price is above the MRP' },
  })
}

/** What a request changes of a batch; undefined for nothing. Throws where it may not. */
export function editOf(asked: Asked): BatchChange | undefined {
  const { batch, stored, input } = asked
  assertNumber(asked)
  assertPrice(asked)
  const after = { ...stored, ...editedBatch(batch, input) }
  const values = differences({ ...stored, costPrice: stored.costPrice ?? null }, after, fields)
  if (!values) return undefined
  const { number, expiryDate, unitPrice, mrp } = after
  return {
    after: { ...batch, number, expiryDate, unitPrice, mrp },
    details: { supplier: input.supplier, costPrice: input.costPrice },
    action: 'batch.changed',
    said: {
      before: { batch: batch.number, ...values.before },
      after: { batch: number, ...values.after },
    },
  }
}
