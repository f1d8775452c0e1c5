import { Gauge, type Metrics } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createRunStore } from './reconcile/run-store.ts'
import { createPendingStore } from './transactions/pending-store.ts'

/** What ops watch: transactions without an outcome, and whether both ledgers agree. Read at each scrape. */
export function publishSalesMetrics({ registry }: Metrics, db: Knex): void {
  const pending = createPendingStore(db)
  const runs = createRunStore(db)
  new Gauge({
    name: 'sales_pending_transactions',
    help: 'Transactions whose outcome is not known yet',
    registers: [registry],
    async collect() {
      this.set((await pending.stats()).count)
    },
  })
  new Gauge({
    name: 'sales_pending_oldest_seconds',
    help: 'Age of the oldest transaction whose outcome is not known; 0 without one',
    registers: [registry],
    async collect() {
      const { oldest } = await pending.stats()
      this.set(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0)
    },
  })
  new Gauge({
    name: 'stock_ledger_mismatch',
    help: 'Differences between sales, stock and ledger that the last reconciliation found; must be 0',
    registers: [registry],
    async collect() {
      this.set(await runs.mismatches())
    },
  })
  new Gauge({
    name: 'reconciliation_age_seconds',
    help: 'Since the last reconciliation of any replica finished, or since one is expected when none has',
    registers: [registry],
    async collect() {
      this.set(await runs.ageSeconds())
    },
  })
}
