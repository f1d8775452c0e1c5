import type { MedicineState, Batch as Shown, UpdateBatch } from '@mms/contracts'
import { differences, problem } from '@mms/service-kit'
import { v7 } from 'uuid'
import { type Batch, emptyBatch, isAboveMrp } from '../shelves/rules.ts'
import type { BatchChange } from './changes.ts'
import { editedBatch } from './rules.ts'
import type { Details } from './store.ts'

const fields = ['number', 'expiryDate', 'unitPrice', 'mrp', 'supplier', 'returnBy', 'costPrice'] as const

interface Asked {
  batch: Batch
  /** The same with what its shelf leaves out. */
  stored: Shown
  input: UpdateBatch
  medicine: MedicineState
  others: Batch[]
  at: string
}

function assertNumber({ batch, input: { number }, medicine, others }: Asked): void {
  if (number === undefined || number === batch.number) return
  if (others.some((other) => other.number === number)) {
    throw problem.conflict(
      'inventory.batch_number_taken',
      `${medicine.name} has a batch ${number} already, and two batches are never made one: what is on the packs of both?`,
      { errors: { number: 'is that of another batch' } },
    )
  }
  if (batch._id !== medicine._id || batch.stock > 0) return
  throw problem.conflict(
    'inventory.batch_empty',
    `Nothing is left of the stock of ${medicine.name} without a number`,
    { errors: { number: 'is for stock that is there' } },
  )
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
  const { batch, stored, input, medicine } = asked
  assertNumber(asked)
  assertPrice(asked)
  const after = { ...stored, ...editedBatch(batch, input) }
  const values = differences({ ...stored, costPrice: stored.costPrice ?? null }, after, fields)
  if (!values) return undefined
  const { number, expiryDate, unitPrice, mrp, supplier, costPrice, returnBy } = after
  const change = {
    action: 'batch.changed',
    said: {
      before: { batch: batch.number, ...values.before },
      after: { batch: number, ...values.after },
    },
  }
  // A price that is typed is no discount.
  const details = { ...heldOf(stored), ...(input.unitPrice !== undefined && { discounted: null }) }
  const numbered = { ...batch, number, expiryDate, unitPrice, mrp }
  if (number === batch.number || batch._id !== medicine._id) {
    const { supplier: from, costPrice: cost, returnBy: day } = input
    const { held: _, ...others } = details
    return {
      ...change,
      after: numbered,
      details: { ...others, supplier: from, costPrice: cost, returnBy: day },
    }
  }
  // The stock without a number has the id of its medicine; with one it is a batch of its own.
  const added = emptyBatch({ ...numbered, _id: v7(), createdAt: asked.at })
  const kept = { status: batch.status, unitPrice, mrp, supplier, returnBy: returnBy ?? null }
  return {
    ...change,
    after: { ...added, ...kept, ...(costPrice !== undefined && { costPrice }) },
    from: batch,
    details,
  }
}

const dated = <Of extends { at: string }>(what: Of) => ({ ...what, at: new Date(what.at) })

/** Why and since when it is held, or discounted, goes with the units. */
function heldOf({ held, discounted }: Shown): Details {
  const text = (value: string | null) => value ?? ''
  return {
    ...(held && {
      held: { ...dated(held), reason: text(held.reason), by: text(held.by), byName: text(held.byName) },
    }),
    ...(discounted && {
      discounted: { ...dated(discounted), by: text(discounted.by), byName: text(discounted.byName) },
    }),
  }
}
