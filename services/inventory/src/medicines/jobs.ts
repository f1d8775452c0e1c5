import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createKeyStore } from './key-store.ts'

export interface ForgetOptions {
  db: Knex
  log: Logger
  /** Ends the job: the process stops. */
  signal: AbortSignal
}

const HOUR_MS = 3_600_000
/** How long a form can be open and still be sent again. */
const KEEP_MS = 30 * 24 * HOUR_MS

/** Forgets keys of medicines added 30 days ago, at once and then every hour. Several replicas may run it. */
export async function forgetOldKeys({ db, log, signal }: ForgetOptions): Promise<void> {
  const keys = createKeyStore(db)
  while (!signal.aborted) {
    await keys
      .prune(new Date(Date.now() - KEEP_MS))
      .catch((err: unknown) => log.warn({ err }, 'old keys not forgotten'))
    await delay(HOUR_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
