import { storeConditionsSchema } from '@mms/contracts'
import { inTransaction, type Logger, type ServiceClient } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Conditions } from '../rules/finding.ts'
import { createConditionsStore } from './store.ts'

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
