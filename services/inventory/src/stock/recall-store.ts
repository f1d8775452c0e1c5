import {
  type MedicineState,
  makerKey,
  type NamedStockBatch,
  type Recall as ShownRecall,
  type StockCommand,
} from '@mms/contracts'
import { recordChanges, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Batch } from './batch.ts'
import { createBatchPageStore } from './batch-page-store.ts'
import type { Shelf } from './shelf.ts'

export interface Recall {
  manufacturer: string
  number: string
  reason: string
  by: string
  byName: string
  at: Date
}

export type HeldBy = Omit<Recall, 'manufacturer' | 'at'>
const heldBy = { number: 'batch_number', reason: 'reason', by: 'recalled_by', byName: 'recalled_by_name' }

export interface RecalledBatch extends HeldBy {
  batch: Batch
}

const keyOf = ({ manufacturer, number }: Pick<Recall, 'manufacturer' | 'number'>) => ({
  maker_key: makerKey(manufacturer),
  batch_number: number,
})

export async function listRecalls(db: Knex, limit: number): Promise<ShownRecall[]> {
  const columns = { manufacturer: 'manufacturer', number: 'batch_number', reason: 'reason' }
  const rows: ShownRecall[] = await db('recalls')
    .orderBy(['created_at', 'maker_key', 'batch_number'].map((column) => ({ column, order: 'desc' })))
    .limit(limit)
    .select({ ...columns, byName: 'recalled_by_name', at: 'created_at' })
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}

/** Checks the recalls, not the batches: the recalled pack may be in unnumbered stock. */
export async function isScannedRecalled(
  db: Knex,
  { manufacturer }: Pick<MedicineState, 'manufacturer'>,
  { batch }: StockCommand,
): Promise<boolean> {
  if (!batch?.scanned || batch.number === undefined) return false
  const key = keyOf({ manufacturer, number: batch.number })
  return (await db('recalls').where(key).first('batch_number')) !== undefined
}

/** Finds an open recall of each batch, by its number or one before a correction. */
export async function listCoveringRecalls(
  db: Knex,
  batches: NamedStockBatch[],
): Promise<Map<string, HeldBy>> {
  const former = await createBatchPageStore(db).listFormerNumbers(batches.map(({ _id }) => _id))
  const numbersOf = ({ _id, number }: NamedStockBatch) => [number ?? [], former.get(_id) ?? []].flat()
  const rows: (HeldBy & { maker: string })[] = await db('recalls')
    .whereIn('batch_number', batches.flatMap(numbersOf))
    .select({ ...heldBy, maker: 'maker_key' })
  const covering = batches.flatMap((batch) => {
    const maker = makerKey(batch.manufacturer)
    const recall = rows.find((row) => row.maker === maker && numbersOf(batch).includes(row.number))
    return recall ? [[batch._id, recall] as const] : []
  })
  return new Map(covering)
}

export function createRecallStore(db: Knex) {
  return {
    async medicinesOf(manufacturers: string[]): Promise<string[]> {
      const makers = new Set(manufacturers.map(makerKey))
      if (makers.size === 0) return []
      const rows: { id: string; manufacturer: string }[] = await db('medicines')
        .whereNull('deleted_at')
        .select('id', 'manufacturer')
      return rows.flatMap(({ id, manufacturer }) => (makers.has(makerKey(manufacturer)) ? [id] : []))
    },
    async insert(recalls: Recall[]): Promise<void> {
      for (const recall of recalls) {
        const { manufacturer, reason, by, byName, at } = recall
        const columns = { manufacturer, reason, recalled_by: by, recalled_by_name: byName, created_at: at }
        await db('recalls')
          .insert({ ...keyOf(recall), ...columns })
          .onConflict(['maker_key', 'batch_number'])
          .ignore()
      }
    },
    async remove(recall: Pick<Recall, 'manufacturer' | 'number'>): Promise<boolean> {
      return (await db('recalls').where(keyOf(recall)).delete()) > 0
    },
    /** Holds the medicine's recalled batches that `isMeant` selects. Others may have been released on purpose. */
    async hold(
      { manufacturer }: Pick<MedicineState, 'manufacturer'>,
      shelf: Shelf,
      isMeant: (batch: Batch) => boolean = () => true,
    ): Promise<RecalledBatch[]> {
      const free = shelf
        .list()
        .filter((batch) => batch.number !== null && batch.status === 'available' && isMeant(batch))
      if (free.length === 0) return []
      const { maker_key } = keyOf({ manufacturer, number: '' })
      const rows: HeldBy[] = await db('recalls')
        .where({ maker_key })
        .whereIn(
          'batch_number',
          free.map(({ number }) => number as string),
        )
        .select(heldBy)
      return rows.flatMap((row) => {
        const batch = free.find(({ number }) => number === row.number)
        if (!batch) return []
        shelf.set(batch, { status: 'recalled' })
        return [{ ...row, batch }]
      })
    },
    /** Records who recalled the batches and why. The batches must be stored already. */
    async writeHeld(held: RecalledBatch[], at: Date): Promise<void> {
      for (const { batch, reason, by, byName } of held) {
        const columns = { held_reason: reason, held_by: by, held_by_name: byName, held_at: at }
        await db('batches').where({ id: batch._id }).update(columns)
      }
      await recordChanges(
        db as Knex.Transaction,
        held.map(({ batch, number, reason, by, byName }) => ({
          actor: { id: by, name: byName },
          action: 'batch.recalled',
          subject: batch.medicineId,
          at: at.toISOString(),
          before: { batch: number, status: batch.status },
          after: { batch: number, status: 'recalled', reason },
        })),
      )
    },
  }
}
