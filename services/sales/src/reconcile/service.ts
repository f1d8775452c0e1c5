import type { Logger } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Inventory } from '../inventory/client.ts'
import { createPendingStore } from '../transactions/pending-store.ts'
import { checkMedicine, type Stock } from './medicine.ts'
import type { Finding, Report } from './rules.ts'
import { createReconciliationStore } from './store.ts'

export interface ReconcilerOptions {
  db: Knex
  inventory: Pick<Inventory, 'snapshot' | 'movements'>
  /** Asks inventory again for the outcome of pending transactions; answers how many it took up. */
  replayPending: () => Promise<number>
  log: Logger
}

/** So many findings are told one by one; all are counted. */
const SHOWN_FINDINGS = 100

/** Every medicine of inventory, and then those that only sales knows; each with its highest number in sales. */
async function* medicinesOfBoth(
  inventory: Pick<Inventory, 'snapshot'>,
  highestVersions: Map<string, number>,
): AsyncGenerator<[Stock, number]> {
  for (let after: string | null | undefined; after !== null; ) {
    const page = await inventory.snapshot(after)
    for (const medicine of page.medicines) {
      yield [medicine, highestVersions.get(medicine._id) ?? 0]
      highestVersions.delete(medicine._id)
    }
    after = page.next
  }
  for (const [_id, highest] of highestVersions) yield [{ _id, stockVersion: 0, currentStock: 0 }, highest]
}

/**
 * Compares every completed transaction with inventory's ledger and every stock with its ledger, while both
 * go on working. Repairs what the protocol can: pending transactions are asked for again. Everything else
 * is reported for people to judge.
 */
export function createReconciler({ db, inventory, replayPending, log }: ReconcilerOptions) {
  const store = createReconciliationStore(db)

  return async function reconcile(): Promise<Report> {
    const startedAt = new Date().toISOString()
    const counts = { medicines: 0, movements: 0, transactions: 0, replayed: await replayPending() }
    const findings: Finding[] = []
    for await (const [stock, highest] of medicinesOfBoth(inventory, await store.highestVersions())) {
      const check = await checkMedicine({ store, inventory }, stock, highest)
      counts.medicines += 1
      counts.movements += check.movements
      counts.transactions += check.transactions
      findings.push(...check.findings)
    }
    const report = {
      startedAt,
      finishedAt: new Date().toISOString(),
      ...counts,
      pending: (await createPendingStore(db).stats()).count,
      mismatches: findings.length,
      findings: findings.slice(0, SHOWN_FINDINGS),
    }
    await store.save(report)
    log[findings.length === 0 ? 'info' : 'error'](report, 'reconciled')
    return report
  }
}
export type Reconcile = ReturnType<typeof createReconciler>
