import { byId, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Batch, Line, Share } from './rules.ts'
import type { Shelf } from './shelf.ts'

const toRow = (batch: Batch) => ({
  id: batch._id,
  medicine_id: batch.medicineId,
  batch_number: batch.number,
  expiry_date: batch.expiryDate,
  status: batch.status,
  stock: batch.stock,
  version: batch.version,
  created_at: new Date(batch.createdAt),
})

interface Change {
  before: Batch
  after: Batch
}

/** Whether more than the stock differs. */
const changesMore = ({ before, after }: Change): boolean =>
  before.expiryDate !== after.expiryDate || before.status !== after.status

export function createBatchStore(db: Knex) {
  async function update(changed: Change[]): Promise<boolean> {
    const each = (pick: (change: Change) => Knex.Value) =>
      byId(
        db,
        changed.map((change) => [change.after._id, pick(change)]),
      )
    const ids = changed.map(({ after }) => after._id)
    const unchanged = db('batches')
      .whereIn('id', ids)
      .where(
        'version',
        each(({ before }) => before.version),
      )
    const written = await unchanged.update({
      stock: each(({ after }) => after.stock),
      version: each(({ after }) => after.version),
      ...(changed.some(changesMore) && {
        expiry_date: each(({ after }) => after.expiryDate),
        status: each(({ after }) => after.status),
      }),
    })
    return written === changed.length
  }

  return {
    async listShares(movementId: string): Promise<Share[]> {
      const lines = db('movement_lines').where({ movement_id: movementId })
      return lines.select({ batchId: 'batch_id', effect: 'effect' })
    },
    /** Writes what moved; false where a batch was changed by another. */
    async save(shelves: Iterable<Shelf>): Promise<boolean> {
      const changes = [...shelves].map((shelf) => shelf.changes())
      const added = changes.flatMap((each) => each.added)
      const changed = changes.flatMap((each) => each.changed)
      const lines = changes.flatMap((each) => each.lines)
      for (const chunk of chunksOf(added)) await db('batches').insert(chunk.map(toRow))
      for (const chunk of chunksOf(changed)) if (!(await update(chunk))) return false
      for (const chunk of chunksOf(lines)) await db('movement_lines').insert(chunk.map(toLineRow))
      return true
    },
  }
}

const toLineRow = ({ movementId, batchId, effect, balanceAfter }: Line) => ({
  movement_id: movementId,
  batch_id: batchId,
  effect,
  balance_after: balanceAfter,
})
