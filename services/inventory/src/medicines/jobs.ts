import type { Job } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createKeyStore } from './key-store.ts'

const HOUR_MS = 3_600_000
const KEEP_MS = 30 * 24 * HOUR_MS

export function forgetOldKeys(db: Knex): Job {
  const keys = createKeyStore(db)
  const run = () => keys.prune(new Date(Date.now() - KEEP_MS))
  return { name: 'key-pruning', everyMs: HOUR_MS, run }
}
