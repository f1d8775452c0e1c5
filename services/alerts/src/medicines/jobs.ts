import type { Job } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore } from './store.ts'

const EVERY_MS = 10 * 60_000

/** Several replicas may run it. Serves release 0.1. */
export function fillSalts(db: Knex): Job {
  const medicines = createMedicineStore(db)
  return { name: 'salts', everyMs: EVERY_MS, run: (signal) => medicines.fillSalts(signal) }
}
