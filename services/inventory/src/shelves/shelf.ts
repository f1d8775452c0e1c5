import type { BatchLine, MedicineState, Movement, StockBatch } from '@mms/contracts'
import { v7 } from 'uuid'
import {
  type Batch,
  earliestExpiry,
  emptyBatch,
  type Line,
  publishedBatches,
  type Share,
  sharesOfChange,
  unitsOf,
} from './rules.ts'

/** The stock of a medicine without a number, as it begins. */
const unmarkedOf = ({ _id, expiryDate, createdAt }: MedicineState): Batch =>
  emptyBatch({ _id, medicineId: _id, number: null, expiryDate, createdAt })

/** The batches of a medicine within a transaction: what moves is counted here, and written once at its end. */
export function createShelf(medicine: MedicineState, stored: Batch[]) {
  const { _id } = medicine
  const before = new Map(stored.map((batch) => [batch._id, batch]))
  const batches = new Map(before)
  const lines: Line[] = []
  if (!batches.has(medicine._id)) batches.set(medicine._id, unmarkedOf(medicine))

  const set = (batch: Batch, differing: Partial<Batch>) => {
    const version = before.get(batch._id)
    batches.set(batch._id, { ...batch, ...differing, version: version ? version.version + 1 : 1 })
  }

  return {
    list: (): Batch[] => [...batches.values()],
    find: (id: string): Batch | undefined => batches.get(id),
    add(batch: Batch): void {
      batches.set(batch._id, batch)
    },
    set,
    /** Moves stock of batches, with a line for each. */
    move(movementId: string, shares: Share[]): Line[] {
      const moved = shares.map(({ batchId, effect }) => {
        const batch = batches.get(batchId)
        if (!batch) throw new RangeError(`No batch ${batchId}`)
        const balanceAfter = batch.stock + effect
        set(batch, { stock: balanceAfter })
        return { movementId, batchId, effect, balanceAfter }
      })
      lines.push(...moved)
      return moved
    },
    /** Gives lines to movements of a release without batches. */
    settle(unlined: Pick<Movement, '_id' | 'change'>[]): void {
      for (const movement of unlined) {
        this.move(movement._id, sharesOfChange(this.list(), _id, movement.change))
      }
    },
    /** A stock that is not its ledger's, as one written by hand, is still the stock: its line is of no movement. */
    level(currentStock: number): void {
      const change = currentStock - unitsOf(this.list())
      if (change !== 0) this.move(v7(), sharesOfChange(this.list(), _id, change))
    },
    /** A date of the medicine that is not that of its batches is the form's, or a delivery's: of the stock without a number. */
    adopt(date: string | null): void {
      const own = batches.get(_id)
      if (!own || (batches.size > 1 && earliestExpiry(this.list(), date) === date)) return
      if (own.expiryDate !== date) set(own, { expiryDate: date })
    },
    /** Of the stock without a number. */
    setDate(expiryDate: string | null): void {
      const own = batches.get(_id)
      if (own) set(own, { expiryDate })
    },
    published: (): StockBatch[] => publishedBatches([...batches.values()]),
    /** Lines as outcomes and events name them. */
    shown: (moved: Line[]): BatchLine[] =>
      moved.map(({ batchId, effect, balanceAfter }) => {
        const { number = null, expiryDate: date = null } = batches.get(batchId) ?? {}
        return { batchId, number, expiryDate: date, effect, balanceAfter }
      }),
    /** Of a movement that is not written yet. */
    sharesOf: (movementId: string): Share[] => lines.filter((line) => line.movementId === movementId),
    changes: () => ({
      added: [...batches.values()].filter(({ _id: id }) => !before.has(id)),
      changed: [...batches.values()].flatMap((after) => {
        const was = before.get(after._id)
        return was && was !== after ? [{ before: was, after }] : []
      }),
      lines,
    }),
  }
}
export type Shelf = ReturnType<typeof createShelf>
