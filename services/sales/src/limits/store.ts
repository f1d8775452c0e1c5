import { type CounterLimits, defaultCounterLimits } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

export interface SavedLimits {
  version: number
  limits: CounterLimits
  at: string
  by: { _id: string; name: string }
}

const columns = ['version', 'limits', 'user_id', 'user_name', 'changed_at'] as const

export function createLimitsStore(db: Knex) {
  return {
    async list(limit: number): Promise<SavedLimits[]> {
      const rows = await db('counter_limits').orderBy('version', 'desc').limit(limit).select(columns)
      return rows.map((row) => ({
        version: row.version,
        // Limits added by a later release have their defaults.
        limits: { ...defaultCounterLimits, ...JSON.parse(row.limits) },
        at: toInstant(row.changed_at),
        by: { _id: row.user_id, name: row.user_name },
      }))
    },
    async insert({ version, limits, at, by }: SavedLimits): Promise<void> {
      await db('counter_limits').insert({
        version,
        limits: JSON.stringify(limits),
        user_id: by._id,
        user_name: by.name,
        changed_at: new Date(at),
      })
    },
  }
}
