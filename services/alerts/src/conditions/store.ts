import type { StoreConditions } from '@mms/contracts'
import { chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Conditions } from '../rules/finding.ts'

export function createConditionsStore(db: Knex) {
  const expectedOf = async (ids: readonly string[] | 'all') => {
    const query = db('expected_demand').select('medicine_id', 'units', 'days')
    const rows = await (ids === 'all' ? query : query.whereIn('medicine_id', ids))
    return new Map(rows.map(({ medicine_id, units, days }) => [medicine_id, { units: Number(units), days }]))
  }
  return {
    /** Reads the conditions with the demand of these medicines. Null if analytics has never answered. */
    async find(ids: readonly string[] | 'all'): Promise<Conditions | null> {
      const row = await db('conditions').where({ id: 1 }).first('season', 'climate', 'heard_at')
      if (!row) return null
      const { season, climate } = row
      return {
        season,
        climate,
        receivedAt: new Date(toInstant(row.heard_at)),
        expected: await expectedOf(ids),
      }
    },
    async replace({ season, climate, expected }: StoreConditions, receivedAt: Date): Promise<void> {
      const row = { id: 1, season, climate, heard_at: receivedAt }
      await db('conditions').insert(row).onConflict('id').merge()
      await db('expected_demand').delete()
      const rows = expected.map(({ medicineId, units, days }) => ({ medicine_id: medicineId, units, days }))
      for (const chunk of chunksOf(rows)) await db('expected_demand').insert(chunk)
    },
  }
}
