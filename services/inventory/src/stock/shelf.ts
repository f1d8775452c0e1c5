import type { BatchLine, StockBatch } from '@mms/contracts'
import { v7 } from 'uuid'
import type { Batch, BatchShare, MovementLine } from './batch.ts'
import { emptyBatch, expiryDateOf, publishedBatches } from './batch-rules.ts'
import { stockOfBatches } from './fefo.ts'

/** A medicine's batches within a transaction. Changes are collected and written once at its end. */
export function createShelf(medicineId: string, stored: Batch[]) {
  const before = new Map(stored.map((batch) => [batch._id, batch]))
  const batches = new Map(before)
  const lines: MovementLine[] = []

  const set = (batch: Batch, differing: Partial<Batch>) => {
    const version = before.get(batch._id)
    batches.set(batch._id, { ...batch, ...differing, version: version ? version.version + 1 : 1 })
  }

  const list = (): Batch[] => [...batches.values()]

  return {
    list,
    find: (id: string): Batch | undefined => batches.get(id),
    include(all: Batch[]): void {
      for (const batch of all.filter(({ _id }) => !before.has(_id))) {
        before.set(batch._id, batch)
        batches.set(batch._id, batch)
      }
    },
    units: (): number => stockOfBatches(list()),
    expiryDate: (): string | null => expiryDateOf(list()),
    add(batch: Pick<Batch, 'number' | 'expiryDate' | 'createdAt'> & Partial<Batch>): Batch {
      const added = { ...emptyBatch({ _id: v7(), medicineId, ...batch }), ...batch }
      batches.set(added._id, added)
      return added
    },
    set,
    move(movementId: string, shares: BatchShare[]): MovementLine[] {
      const moved = shares.map(({ batchId, effect }) => {
        const batch = batches.get(batchId)
        if (!batch) throw new RangeError(`No batch ${batchId}`)
        const balanceAfter = batch.stock + effect
        set(batch, { stock: balanceAfter, isUndone: batch.isUndone && effect < 0 })
        return { movementId, batchId, effect, balanceAfter }
      })
      lines.push(...moved)
      return moved
    },
    published: (): StockBatch[] => publishedBatches(list()),
    shown: (moved: MovementLine[]): BatchLine[] =>
      moved.map(({ batchId, effect, balanceAfter }) => {
        const { number, expiryDate, status } = batches.get(batchId) as Batch
        const isHeld = effect > 0 && status !== 'available'
        return { batchId, number, expiryDate, effect, balanceAfter, ...(isHeld && { held: true as const }) }
      }),
    sharesOf: (movementId: string): BatchShare[] => lines.filter((line) => line.movementId === movementId),
    changes: () => ({
      added: list().filter(({ _id }) => !before.has(_id)),
      changed: list().flatMap((after) => {
        const was = before.get(after._id)
        return was && was !== after ? [{ before: was, after }] : []
      }),
      lines,
    }),
  }
}
export type Shelf = ReturnType<typeof createShelf>
