import { type Batch, type NamedStockBatch, paiseToRupees } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { pricesIn } from '../medicines/store.ts'
import { batchColumns } from './batch-store.ts'

const { isUndone: _, ...stored } = batchColumns
const ofBatches = {
  ...stored,
  discountedBy: 'discounted_by',
  discountedByName: 'discounted_by_name',
  discountedAt: 'discounted_at',
  heldReason: 'held_reason',
  heldBy: 'held_by',
  heldByName: 'held_by_name',
  heldAt: 'held_at',
}
const columns = Object.fromEntries(
  Object.entries(ofBatches).map(([field, column]) => [field, `batches.${column}`]),
)

const namedColumns = {
  ...columns,
  medicineName: 'medicines.name',
  manufacturer: 'medicines.manufacturer',
  medicinePrice: 'medicines.unit_price_paise',
  deletedAt: 'medicines.deleted_at',
}

interface Row extends Omit<Batch, 'held' | 'discounted'> {
  discountedBy: string | null
  discountedByName: string | null
  discountedAt: unknown
  heldReason: string | null
  heldBy: string | null
  heldByName: string | null
  heldAt: unknown
}

interface NamedRow extends Row {
  medicineName: string
  manufacturer: string
  medicinePrice: number
  deletedAt: unknown
}

function toBatch({ heldReason: reason, heldBy: by, heldByName: byName, heldAt, ...stored }: Row): Batch {
  const { discountedBy, discountedByName, discountedAt, ...row } = stored
  const held = { reason, by, byName, at: heldAt === null ? row.createdAt : toInstant(heldAt) }
  return {
    ...row,
    ...pricesIn(row),
    held: row.status === 'available' ? null : held,
    discounted:
      discountedAt === null
        ? null
        : { by: discountedBy, byName: discountedByName, at: toInstant(discountedAt) },
    createdAt: toInstant(row.createdAt),
  }
}

function toNamed({
  medicineName,
  manufacturer,
  medicinePrice,
  deletedAt,
  ...row
}: NamedRow): NamedStockBatch {
  const batch = toBatch(row)
  return {
    ...batch,
    medicineName,
    manufacturer,
    price: batch.unitPrice ?? paiseToRupees(medicinePrice),
    ...(deletedAt !== null && { deleted: true as const }),
  }
}

export type BatchHold = NonNullable<Batch['held']>

export interface BatchDetails {
  held?: (Omit<BatchHold, 'at'> & { at: Date }) | null
  /** The quarantine that a recall replaces. */
  quarantine?: BatchHold | null | undefined
  discounted?: { by: string; byName: string; at: Date } | null
  formerNumber?: string | null
}

/** With batches of deleted medicines. */
export const tracedBatches = (db: Knex): Knex.QueryBuilder =>
  db('batches').join('medicines', 'medicines.id', 'batches.medicine_id')

export const namedBatches = (db: Knex): Knex.QueryBuilder => tracedBatches(db).whereNull('deleted_at')

export async function readNamedBatches(query: Knex.QueryBuilder): Promise<NamedStockBatch[]> {
  const rows: NamedRow[] = await query.select(namedColumns)
  return rows.map(toNamed)
}

export function createBatchPageStore(db: Knex, queryBatches = namedBatches) {
  return {
    async list(medicineId: string, withEmpty: boolean): Promise<Batch[]> {
      const query = db('batches').where({ medicine_id: medicineId })
      if (!withEmpty) query.where('stock', '>', 0)
      const rows: Row[] = await query
        .orderByRaw('expiry_date is null, expiry_date, created_at, id')
        .select(columns)
      return rows.map(toBatch)
    },
    find: (ids: string[]): Promise<NamedStockBatch[]> =>
      readNamedBatches(queryBatches(db).whereIn('batches.id', ids).orderBy('batches.id')),
    /** Includes batches that had the number before it was corrected. */
    listByNumber: (number: string): Promise<NamedStockBatch[]> => {
      const former = db('former_numbers').where('batch_number', number).select('batch_id')
      const query = queryBatches(db).where((one) => {
        void one.where('batches.batch_number', number).orWhereIn('batches.id', former)
      })
      return readNamedBatches(query.orderBy('batches.id'))
    },
    async listFormerNumbers(ids: string[]): Promise<Map<string, string[]>> {
      const rows: { batchId: string; number: string }[] = await db('former_numbers')
        .whereIn('batch_id', ids)
        .orderBy('id', 'desc')
        .select({ batchId: 'batch_id', number: 'batch_number' })
      const numbers = new Map<string, string[]>()
      for (const { batchId, number } of rows)
        numbers.set(batchId, [...new Set(numbers.get(batchId)).add(number)])
      return numbers
    },
    async listQuarantines(ids: string[]): Promise<Map<string, BatchHold>> {
      const replaced = db('batches').whereIn('id', ids).whereNotNull('quarantine')
      const rows: { id: string; quarantine: string }[] = await replaced.select('id', 'quarantine')
      return new Map(rows.map(({ id, quarantine }) => [id, JSON.parse(quarantine)]))
    },
    async write(id: string, details: BatchDetails): Promise<void> {
      const { held, quarantine, discounted, formerNumber } = details
      if (formerNumber) await db('former_numbers').insert({ batch_id: id, batch_number: formerNumber })
      const values = {
        ...(discounted !== undefined && {
          discounted_by: discounted?.by ?? null,
          discounted_by_name: discounted?.byName ?? null,
          discounted_at: discounted?.at ?? null,
        }),
        ...(held !== undefined && {
          held_reason: held?.reason ?? null,
          held_by: held?.by ?? null,
          held_by_name: held?.byName ?? null,
          held_at: held?.at ?? null,
        }),
        ...(quarantine !== undefined && { quarantine: quarantine && JSON.stringify(quarantine) }),
      }
      if (Object.keys(values).length > 0) await db('batches').where({ id }).update(values)
    },
  }
}
