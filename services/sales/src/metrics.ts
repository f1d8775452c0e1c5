import { Gauge, type Metrics } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createUnfinishedStore } from './outcomes/pending-store.ts'
import { createResultStore } from './reconcile/store.ts'

const secondsSince = (instant: Date | null) => (instant ? (Date.now() - instant.getTime()) / 1000 : 0)

export function publishSalesMetrics({ registry }: Metrics, db: Knex): void {
  const open = createUnfinishedStore(db)
  const results = createResultStore(db)
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge(
    'sales_pending_transactions',
    'Transactions and bills whose outcome is not known yet, without the stuck ones',
    async () => (await open.stats()).count,
  )
  gauge(
    'sales_pending_oldest_seconds',
    'Age of the oldest transaction or bill whose outcome is not known; 0 without one',
    async () => secondsSince((await open.stats()).oldest),
  )
  gauge(
    'sales_stuck_transactions',
    'Transactions with an unknown answer from inventory; each needs a person',
    async () => (await open.stats()).stuck,
  )
  gauge('sales_stuck_oldest_seconds', 'Age of the oldest stuck transaction; 0 without one', async () =>
    secondsSince((await open.stats()).oldestStuck),
  )
  gauge(
    'stock_ledger_mismatch',
    'Differences between sales, stock and ledger at the last reconciliation; must be 0',
    results.mismatches,
  )
  gauge(
    'reconciliation_age_seconds',
    'Since the last reconciliation of any replica finished, or since one is expected when none has',
    results.ageSeconds,
  )
}
