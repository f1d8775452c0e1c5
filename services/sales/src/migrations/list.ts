import {
  auditMigrations,
  feedMigrations,
  leaseMigration,
  type Migration,
  projectionMigrations,
} from '@mms/service-kit'
import { createTransactions } from './20261120150000_create_transactions.ts'
import { createDailyCounts } from './20261120150100_create_daily_counts.ts'
import { createMedicines } from './20261120150200_create_medicines.ts'
import { createCalendar } from './20261120150300_create_calendar.ts'
import { createSampleLoads } from './20261120150400_create_sample_loads.ts'
import { createReconciliation } from './20261120150500_create_reconciliation.ts'
import { createReconciliationFindings } from './20261121160200_create_reconciliation_findings.ts'
import { extendTransactions } from './20261123100000_extend_transactions.ts'
import { createCounterLimits } from './20261123100100_create_counter_limits.ts'
import { addBatches } from './20261125090000_add_batches.ts'
import { addLocksToCalendar } from './20261125140100_add_locks_to_calendar.ts'

/** The schema of this service, in order. What the previous release had added to a table stands in its creation. */
export const migrations: Migration[] = [
  createTransactions,
  createDailyCounts,
  createMedicines,
  createCalendar,
  createSampleLoads,
  createReconciliation,
  ...feedMigrations('20261120150600'),
  createReconciliationFindings,
  ...extendTransactions,
  createCounterLimits,
  ...projectionMigrations('20261123120000'),
  leaseMigration('20261123120200'),
  ...auditMigrations('20261123190000'),
  addLocksToCalendar,
  ...addBatches,
]
