import {
  type Batch,
  type BatchStatus,
  type NamedStockBatch,
  paiseToRupees,
  rupeesToPaise,
} from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

const columns = {
  _id: 'batches.id',
  medicineId: 'batches.medicine_id',
  number: 'batches.batch_number',
  expiryDate: 'batches.expiry_date',
  status: 'batches.status',
  stock: 'batches.stock',
  unitPrice: 'batches.unit_price_paise',
  mrp: 'batches.mrp_paise',
  costPrice: 'batches.cost_price_paise',
  supplier: 'batches.supplier',
  heldReason: 'batches.held_reason',
  heldBy: 'batches.held_by',
  heldByName: 'batches.held_by_name',
  heldAt: 'batches.held_at',
  version: 'batches.version',
  createdAt: 'batches.created_at',
} as const

const namedColumns = {
  ...columns,
  medicineName: 'medicines.name',
  manufacturer: 'medicines.manufacturer',
  medicinePrice: 'medicines.unit_price_paise',
} as const

interface Row extends Omit<Batch, 'held'> {
  heldReason: string | null
  heldBy: string | null
  heldByName: string | null
  heldAt: unknown
}

interface NamedRow extends Row {
  medicineName: string
  manufacturer: string
  medicinePrice: number
}

const toRupees = (paise: number | null | undefined) =>
  paise === null || paise === undefined ? null : paiseToRupees(paise)

function toBatch({ heldReason: reason, heldBy: by, heldByName: byName, heldAt, ...row }: Row): Batch {
  const held = { reason, by, byName, at: heldAt === null ? row.createdAt : toInstant(heldAt) }
  return {
    ...row,
    unitPrice: toRupees(row.unitPrice),
    mrp: toRupees(row.mrp),
    costPrice: toRupees(row.costPrice),
    held: row.status === 'available' ? null : held,
    createdAt: toInstant(row.createdAt),
  }
}

function toNamed({ medicineName, manufacturer, medicinePrice, ...row }: NamedRow): NamedStockBatch {
  const batch = toBatch(row)
  return { ...batch, medicineName, manufacturer, price: batch.unitPrice ?? paiseToRupees(medicinePrice) }
}

/** What is on record of a batch beside what its shelf moves. */
export interface Details {
  supplier?: string | null | undefined
  costPrice?: number | null | undefined
  held?: { reason: string; by: string; byName: string; at: Date } | null
}

export function createBatchPageStore(db: Knex) {
  const named = () =>
    db('batches').join('medicines', 'medicines.id', 'batches.medicine_id').whereNull('deleted_at')
  return {
    /** Those in stock, or all, first to expire first. */
    async list(medicineId: string, withEmpty: boolean): Promise<Batch[]> {
      const query = db('batches').where({ medicine_id: medicineId })
      if (!withEmpty) query.where('stock', '>', 0)
      const rows: Row[] = await query
        .orderByRaw('expiry_date is null, expiry_date, created_at, id')
        .select(columns)
      return rows.map(toBatch)
    },
    async find(ids: string[]): Promise<NamedStockBatch[]> {
      const rows: NamedRow[] = await named()
        .whereIn('batches.id', ids)
        .orderBy('batches.id')
        .select(namedColumns)
      return rows.map(toNamed)
    },
    /** Of all medicines. */
    async listByNumber(number: string): Promise<NamedStockBatch[]> {
      const rows: NamedRow[] = await named()
        .where('batches.batch_number', number)
        .orderBy('batches.id')
        .select(namedColumns)
      return rows.map(toNamed)
    },
    /** What is in stock and expires from the cursor on up to `until`, in the order of its date. */
    async listByDate(
      { until, status }: { until: string; status: BatchStatus | undefined },
      [date, id]: readonly [string, string],
      limit: number,
    ): Promise<NamedStockBatch[]> {
      const query = named()
        .whereBetween('batches.stock_date', [date, until])
        .where((after) => {
          void after
            .where('batches.stock_date', '>', date)
            .orWhere((same) => void same.where('batches.stock_date', date).where('batches.id', '>', id))
        })
      if (status) query.where('batches.status', status)
      const rows: NamedRow[] = await query
        .orderBy(['batches.stock_date', 'batches.id'])
        .limit(limit)
        .select(namedColumns)
      return rows.map(toNamed)
    },
    async write(id: string, { supplier, costPrice, held }: Details): Promise<void> {
      const values = {
        ...(supplier !== undefined && { supplier }),
        ...(costPrice !== undefined && {
          cost_price_paise: costPrice === null ? null : rupeesToPaise(costPrice),
        }),
        ...(held !== undefined && {
          held_reason: held?.reason ?? null,
          held_by: held?.by ?? null,
          held_by_name: held?.byName ?? null,
          held_at: held?.at ?? null,
        }),
      }
      if (Object.keys(values).length > 0) await db('batches').where({ id }).update(values)
    },
  }
}
