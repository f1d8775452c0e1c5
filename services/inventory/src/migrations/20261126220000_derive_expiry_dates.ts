import { addColumnOnce, type Migration, recordChanges, startNewEpoch } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'

const NO_DATE = '9999-12-31'

interface Dated {
  id: string
  shown: string | null
  derived: string
}

const orNoDate = (date: string | null | undefined) => date ?? NO_DATE
const orNull = (date: string) => (date === NO_DATE ? null : date)

/** Medicines in stock whose date is not the earliest of their batches. */
async function listWrong(trx: Knex.Transaction): Promise<Dated[]> {
  const earliest = 'min(coalesce(batches.expiry_date, ?))'
  const rows: Dated[] = await trx('medicines')
    .join('batches', 'batches.medicine_id', 'medicines.id')
    .where('batches.stock', '>', 0)
    .groupBy('medicines.id', 'medicines.expiry_date')
    .select({ id: 'medicines.id', shown: 'medicines.expiry_date', derived: trx.raw(earliest, [NO_DATE]) })
  return rows.filter(({ shown, derived }) => derived !== orNoDate(shown))
}

/** Medicines without stock whose date is not that of their newest batch: an empty batch keeps it. */
async function keepDatesWithoutStock(trx: Knex.Transaction): Promise<void> {
  const medicines: { id: string; shown: string | null }[] = await trx('medicines')
    .where('current_stock', 0)
    .select({ id: 'id', shown: 'expiry_date' })
  const batches = await trx('batches')
    .join('medicines', 'medicines.id', 'batches.medicine_id')
    .where('current_stock', 0)
    .orderBy(['batches.created_at', 'batches.id'])
    .select({ medicineId: 'medicine_id', date: 'batches.expiry_date' })
  const newest = new Map(batches.map(({ medicineId, date }) => [medicineId, date]))
  for (const { id, shown } of medicines) {
    if (orNoDate(newest.get(id)) === orNoDate(shown)) continue
    const batch = { id: v7(), medicine_id: id, expiry_date: shown, status: 'available', stock: 0, version: 1 }
    await trx('batches').insert({ ...batch, created_at: new Date() })
  }
}

/**
 * From here on the date of a medicine follows from its batches. No batch in stock changes; a medicine that showed another
 * date than the earliest of its batches is corrected and listed in the audit log.
 */
export const deriveExpiryDates: Migration = {
  name: '20261126220000_derive_expiry_dates',
  up: async (db) => {
    await addColumnOnce(db, 'batches', 'is_undone', (table) => {
      table.boolean('is_undone').notNullable().defaultTo(false)
    })
    if (await db.schema.hasColumn('medicines', 'lined_version'))
      await db.raw('alter table medicines drop column lined_version')
    await db.transaction(async (trx) => {
      await trx('value_changes').where({ field: 'expiryDate' }).delete()
      await keepDatesWithoutStock(trx)
      const wrong = await listWrong(trx)
      for (const { id, derived } of wrong)
        await trx('medicines')
          .where({ id })
          .update({ expiry_date: orNull(derived) })
          .increment('version', 1)
      const at = new Date().toISOString()
      await recordChanges(
        trx,
        wrong.map(({ id, shown, derived }) => ({
          actor: { name: 'Update to 0.3.0' },
          ...{ action: 'medicine.changed', subject: id, at },
          ...{ before: { expiryDate: shown }, after: { expiryDate: orNull(derived) } },
        })),
      )
      // Readers of the feed take the corrected dates from a snapshot.
      if (wrong.length > 0) await startNewEpoch(trx)
    })
  },
}
