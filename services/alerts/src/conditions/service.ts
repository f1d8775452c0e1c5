import { storeConditionsSchema } from '@mms/contracts'
import { inTransaction, type Logger, type ServiceClient } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Conditions } from '../rules/finding.ts'
import { createConditionsStore } from './store.ts'

export interface ConditionsOptions {
  db: Knex
  analytics: Pick<ServiceClient, 'read'>
  now: () => Date
  log: Logger
}

/** The conditions to judge by. */
export interface StoredConditions {
  conditions: Conditions | null
  /** When they were received; null when that is just now, or never. */
  since: Date | null
}

/** A person may be waiting for the generation. */
const TIMEOUT_MS = 3_000

/** Season, climate and expected demand: read from analytics, and from its last answer while it is away. */
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
      log.info({ err }, 'analytics does not tell the conditions; those it last told serve')
      return false
    }
  }

  return {
    /** Reads them from analytics if it answers; returns those that are stored then. */
    async refresh(signal: AbortSignal): Promise<StoredConditions> {
      const isNew = await update(signal)
      const conditions = await store.find('all')
      return { conditions, since: isNew || !conditions ? null : conditions.heardAt }
    },
    find: (ids: readonly string[], trx: Knex): Promise<Conditions | null> =>
      createConditionsStore(trx).find(ids),
  }
}
