import type { MedicineState, Movement } from '@mms/contracts'
import { byId, chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Batch, Line, Share } from './rules.ts'
import { createShelf, type Shelf } from './shelf.ts'

const columns = {
  _id: 'batches.id',
  medicineId: 'batches.medicine_id',
  number: 'batch_number',
  expiryDate: 'batches.expiry_date',
  status: 'status',
  stock: 'stock',
  version: 'batches.version',
  createdAt: 'batches.created_at',
} as const satisfies Record<keyof Batch, string>

interface Row extends Omit<Batch, '_id'> {
  _id: string | null
  shelfId: string
  linedVersion: number | null
}

type Unlined = Pick<Movement, '_id' | 'change'>

const toBatch = ({ shelfId: _, linedVersion: __, ...row }: Row): Batch => ({
  ...row,
  _id: row._id as string,
  createdAt: toInstant(row.createdAt),
})

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

export function createBatchStore(db: Knex) {
  /** Movements of a release without batches, in their order. */
  const listUnlined = (medicineId: string, after: number): Promise<Unlined[]> =>
    db('movements')
      .where({ medicine_id: medicineId })
      .where('version', '>', after)
      .orderBy('version')
      .select({ _id: 'id', change: 'effect' })

  async function update(changed: { before: Batch; after: Batch }[]): Promise<boolean> {
    const each = (pick: (change: { before: Batch; after: Batch }) => Knex.Value) =>
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
      expiry_date: each(({ after }) => after.expiryDate),
      status: each(({ after }) => after.status),
      version: each(({ after }) => after.version),
    })
    return written === changed.length
  }

  return {
    /** The batches of medicines whose rows are locked, which guards them too, with what a release without batches did to them. */
    async load(medicines: MedicineState[]): Promise<Map<string, Shelf>> {
      const ids = [...new Set(medicines.map(({ _id }) => _id))]
      if (ids.length === 0) return new Map()
      const rows: Row[] = await db('medicines')
        .leftJoin('batches', 'batches.medicine_id', 'medicines.id')
        .whereIn('medicines.id', ids)
        .select({ ...columns, shelfId: 'medicines.id', linedVersion: 'lined_version' })
      const shelves = new Map<string, Shelf>()
      for (const medicine of medicines) {
        const own = rows.filter(({ shelfId }) => shelfId === medicine._id)
        const lined = own[0]?.linedVersion ?? 0
        const shelf = createShelf(medicine, own.filter(({ _id }) => _id !== null).map(toBatch))
        if (lined < medicine.stockVersion) shelf.settle(await listUnlined(medicine._id, lined))
        shelf.level(medicine.currentStock)
        shelf.adopt(medicine.expiryDate)
        shelves.set(medicine._id, shelf)
      }
      return shelves
    },
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
