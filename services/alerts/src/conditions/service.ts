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

/** What is known of the store, and how. */
export interface Heard {
  conditions: Conditions | null
  /** When analytics told it; null when that is just now, or never. */
  since: Date | null
}

/** Somebody may be waiting for the generation. */
const TIMEOUT_MS = 3_000

/** Season, climate and expected demand: analytics is asked, and what it last told serves while it is away. */
export function createConditions({ db, analytics, now, log }: ConditionsOptions) {
  const store = createConditionsStore(db)

  async function ask(signal: AbortSignal): Promise<boolean> {
    try {
      const options = { signal, timeoutMs: TIMEOUT_MS }
      const told = await analytics.read('/internal/conditions', storeConditionsSchema, options)
      await inTransaction(db, (trx) => createConditionsStore(trx).replace(told, now()))
      return true
    } catch (err) {
      signal.throwIfAborted()
      log.info({ err }, 'analytics does not tell the conditions; those it last told serve')
      return false
    }
  }

  return {
    /** Asks; returns what is known then. */
    async hear(signal: AbortSignal): Promise<Heard> {
      const isNew = await ask(signal)
      const conditions = await store.find('all')
      return { conditions, since: isNew || !conditions ? null : conditions.heardAt }
    },
    /** What was last told, for these medicines. */
    find: (ids: readonly string[], trx: Knex): Promise<Conditions | null> =>
      createConditionsStore(trx).find(ids),
  }
}
