import type { Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Medicines of one transaction. */
const PAGE = 100

interface Medicine {
  id: string
  stockVersion: number
}

/** The movements up to the version that was read: later ones get their lines with the next write. */
async function moveOne(trx: Knex.Transaction, { id, stockVersion }: Medicine): Promise<void> {
  const moved = trx('movements').where({ medicine_id: id }).where('version', '<=', stockVersion)
  await trx('movement_lines').where({ batch_id: id }).delete()
  await trx('batches').where({ id }).delete()
  await trx
    .from(trx.raw('movement_lines (movement_id, batch_id, effect, balance_after)'))
    .insert(moved.clone().select('id', 'medicine_id', 'effect', 'balance_after'))
  const newest = await moved.clone().where({ version: stockVersion }).first('balance_after')
  const medicine = await trx('medicines').where({ id }).first('expiry_date', 'created_at')
  await trx('batches').insert({
    ...{ id, medicine_id: id, batch_number: null, expiry_date: medicine.expiry_date, status: 'available' },
    ...{ stock: newest?.balance_after ?? 0, version: 1, created_at: new Date(medicine.created_at) },
  })
  await trx('medicines').where({ id }).update({ lined_version: stockVersion })
}

/** Every medicine becomes one batch without a number. Goes on where it was interrupted; the previous release writes meanwhile. */
export const moveStockIntoBatches: Migration = {
  name: '20261125083300_move_stock_into_batches',
  up: async (db) => {
    for (;;) {
      const left: Medicine[] = await db('medicines')
        .whereNull('lined_version')
        .limit(PAGE)
        .select({ id: 'id', stockVersion: 'stock_version' })
      if (left.length === 0) return
      for (const medicine of left) await db.transaction((trx) => moveOne(trx, medicine))
    }
  },
}
