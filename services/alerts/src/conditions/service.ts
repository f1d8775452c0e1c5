import { type StoreConditions, storeConditionsSchema } from '@mms/contracts'
import { chunksOf, inTransaction, type Logger, type ServiceClient, toInstant } from '@mms/service-kit'
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
    async find(ids: readonly string[] | 'all'): Promise<(Conditions & { receivedAt: Date }) | null> {
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

interface ConditionsOptions {
  db: Knex
  analytics: Pick<ServiceClient, 'read'>
  now: () => Date
  log: Logger
}

export interface StoredConditions {
  conditions: Conditions | null
  since: Date | null
}

const TIMEOUT_MS = 3_000

/** Reads season, climate and expected demand from analytics. While it does not answer, uses its last answer. */
export function createConditions({ db, analytics, now, log }: ConditionsOptions) {
  const store = createConditionsStore(db)

  async function update(signal: AbortSignal): Promise<boolean> {
    try {
      const options = { signal, timeoutMs: TIMEOUT_MS }
      const received = await analytics.read('/internal/conditions', storeConditionsSchema, options)
      await inTransaction(db, (trx) => createConditionsStore(trx).replace(received, now()))
      return true
    } catch (err) {
      signal.throwIfAborted()
      log.info({ err }, 'analytics gives no conditions; the last known ones are used')
      return false
    }
  }

  return {
    async refresh(signal: AbortSignal): Promise<StoredConditions> {
      const isNew = await update(signal)
      const conditions = await store.find('all')
      return { conditions, since: isNew || !conditions ? null : conditions.receivedAt }
    },
    find: (ids: readonly string[], trx: Knex): Promise<Conditions | null> =>
      createConditionsStore(trx).find(ids),
  }
}
