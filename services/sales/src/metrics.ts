import { Gauge, type Metrics } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createOpenStore } from './outcomes/open-store.ts'
import { createResultStore } from './reconcile/result-store.ts'

/** What ops watch: transactions without an outcome, and whether both ledgers agree. Read at each scrape. */
export function publishSalesMetrics({ registry }: Metrics, db: Knex): void {
  const open = createOpenStore(db)
  const runs = createResultStore(db)
  new Gauge({
    name: 'sales_pending_transactions',
    help: 'Transactions whose outcome is not known yet, without the stuck ones',
    registers: [registry],
    async collect() {
      this.set((await open.stats()).count)
    },
  })
  new Gauge({
    name: 'sales_pending_oldest_seconds',
    help: 'Age of the oldest transaction whose outcome is not known; 0 without one',
    registers: [registry],
    async collect() {
      const { oldest } = await open.stats()
      this.set(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0)
    },
  })
  new Gauge({
    name: 'sales_stuck_transactions',
    help: 'Transactions that inventory refused in words that are not understood; each waits for a person',
    registers: [registry],
    async collect() {
      this.set((await open.stats()).stuck)
    },
  })
  new Gauge({
    name: 'sales_stuck_oldest_seconds',
    help: 'For how long the oldest stuck transaction has been so; 0 without one',
    registers: [registry],
    async collect() {
      const { oldestStuck } = await open.stats()
      this.set(oldestStuck ? (Date.now() - oldestStuck.getTime()) / 1000 : 0)
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
