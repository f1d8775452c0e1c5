import { feedMigrations, leaseMigration, type Migration, projectionMigrations } from '@mms/service-kit'
import { createTransactions } from './20261120150000_create_transactions.ts'
import { createDailyCounts } from './20261120150100_create_daily_counts.ts'
import { createMedicines } from './20261120150200_create_medicines.ts'
import { createCalendar } from './20261120150300_create_calendar.ts'
import { createSampleLoads } from './20261120150400_create_sample_loads.ts'
import { createReconciliation } from './20261120150500_create_reconciliation.ts'
import { addRequestFingerprint } from './20261121150000_add_request_fingerprint.ts'
import { addCommand } from './20261121150100_add_command.ts'
import { addStuckSince } from './20261121150200_add_stuck_since.ts'
import { addStuckReason } from './20261121150300_add_stuck_reason.ts'
import { addReconciliationHolder } from './20261121160000_add_reconciliation_holder.ts'
import { addReconciliationWatchedSince } from './20261121160100_add_reconciliation_watched_since.ts'
import { createReconciliationFindings } from './20261121160200_create_reconciliation_findings.ts'
import { addCreatedByName } from './20261121170000_add_created_by_name.ts'
import { addSummed } from './20261121170100_add_summed.ts'
import { addUnitsIn } from './20261121170200_add_units_in.ts'
import { addUnitsOut } from './20261121170300_add_units_out.ts'
import { addPaise } from './20261121170400_add_paise.ts'
import { addTransactionsByMedicine } from './20261121170500_add_transactions_by_medicine.ts'
import { addConfirmed } from './20261123100000_add_confirmed.ts'
import { createCounterLimits } from './20261123100100_create_counter_limits.ts'
import { addApprovedBy } from './20261123100200_add_approved_by.ts'
import { addApprovedByName } from './20261123100300_add_approved_by_name.ts'
import { addMadeAt } from './20261123110000_add_made_at.ts'
import { addRecordedAt } from './20261123110100_add_recorded_at.ts'
import { addCancelledAt } from './20261123110200_add_cancelled_at.ts'
import { addTransactionsCancelled } from './20261123110300_add_transactions_cancelled.ts'
import { addRestoration } from './20261123113000_add_restoration.ts'

/** The schema of this service, in order. */
export const migrations: Migration[] = [
  createTransactions,
  createDailyCounts,
  createMedicines,
  createCalendar,
  createSampleLoads,
  createReconciliation,
  ...feedMigrations('20261120150600'),
  addRequestFingerprint,
  addCommand,
  addStuckSince,
  addStuckReason,
  addReconciliationHolder,
  addReconciliationWatchedSince,
  createReconciliationFindings,
  addCreatedByName,
  addSummed,
  addUnitsIn,
  addUnitsOut,
  addPaise,
  addTransactionsByMedicine,
  addConfirmed,
  createCounterLimits,
  addMadeAt,
  addRecordedAt,
  addCancelledAt,
  addTransactionsCancelled,
  addRestoration,
  addApprovedBy,
  addApprovedByName,
  ...projectionMigrations('20261123120000'),
  leaseMigration('20261123120200'),
]
