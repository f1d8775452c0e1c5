import { chunksOf, inTransaction, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Medicines of one transaction: the previous release waits for so many at most. */
const PAGE = 200

interface Medicine {
  id: string
  expiryDate: string | null
  createdAt: string | number
}

interface Balance {
  medicineId: string
  stock: number
}

/** Every movement becomes a line of the one batch of its medicine, which has what the newest left. */
async function moveSome(trx: Knex.Transaction, page: string[]): Promise<void> {
  const medicines: Medicine[] = await trx('medicines')
    .whereIn('id', page)
    .whereNull('lined_version')
    .orderBy('id')
    .forUpdate()
    .select({ id: 'id', expiryDate: 'expiry_date', createdAt: 'created_at' })
  const ids = medicines.map(({ id }) => id)
  if (ids.length === 0) return
  const lines = trx('movements')
    .whereIn('medicine_id', ids)
    .select('id', 'medicine_id', 'effect', 'balance_after')
  await trx.from(trx.raw('movement_lines (movement_id, batch_id, effect, balance_after)')).insert(lines)
  const balances: Balance[] = await trx('medicines')
    .join('movements', (on) => {
      on.on('medicine_id', 'medicines.id').andOn('movements.version', 'stock_version')
    })
    .whereIn('medicines.id', ids)
    .select({ medicineId: 'medicine_id', stock: 'balance_after' })
  const stockOf = new Map(balances.map(({ medicineId, stock }) => [medicineId, stock]))
  const batches = medicines.map(({ id, expiryDate, createdAt }) => ({
    ...{ id, medicine_id: id, batch_number: null, expiry_date: expiryDate, status: 'available' },
    ...{ stock: stockOf.get(id) ?? 0, version: 1, created_at: new Date(createdAt) },
  }))
  for (const chunk of chunksOf(batches)) await trx('batches').insert(chunk)
  await trx('medicines')
    .whereIn('id', ids)
    .update({ lined_version: trx.ref('stock_version') })
}

/** Every medicine becomes one batch without a number. Goes on where it was interrupted; the previous release writes meanwhile. */
export const moveStockIntoBatches: Migration = {
  name: '20261125083300_move_stock_into_batches',
  inSteps: true,
  up: async (db) => {
    for (let after = ''; ; ) {
      const page: string[] = await db('medicines')
        .where('id', '>', after)
        .whereNull('lined_version')
        .orderBy('id')
        .limit(PAGE)
        .pluck('id')
      if (page.length === 0) return
      await inTransaction(db, (trx) => moveSome(trx, page))
      after = page.at(-1) as string
    }
  },
}
