import type { Job } from '@mms/service-kit'
import type { Reconciler } from './service.ts'

/** A replica that died is replaced at the latest one look after its lease. */
const LOOKS_PER_LEASE = 2

/** Reconciles every night in one of the replicas, again within the night when that fails. */
export function reconciliationJob(reconciler: Reconciler, leaseMs: number): Job {
  return { name: 'reconciliation', everyMs: leaseMs / LOOKS_PER_LEASE, run: reconciler.runIfDue }
}
