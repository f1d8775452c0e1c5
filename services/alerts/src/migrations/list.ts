import {
  auditMigrations,
  feedMigrations,
  leaseMigration,
  type Migration,
  projectionMigrations,
} from '@mms/service-kit'
import { createMedicines } from './20261121230000_create_medicines.ts'
import { createAlerts } from './20261121230100_create_alerts.ts'
import { createAlertCounts } from './20261121230200_create_alert_counts.ts'
import { createConditions } from './20261121230600_create_conditions.ts'
import { createExpectedDemand } from './20261121230700_create_expected_demand.ts'
import { createDeliveries } from './20261121230800_create_deliveries.ts'
import { addSnoozedUntil } from './20261123130000_add_snoozed_until.ts'
import { addSaltsToMedicines } from './20261123140000_add_salts_to_medicines.ts'
import { addMedicinesBySalts } from './20261123140100_add_medicines_by_salts.ts'
import { addTopicToDeliveries } from './20261123181000_add_topic_to_deliveries.ts'
import { addDueAtToDeliveries } from './20261123181100_add_due_at_to_deliveries.ts'
import { addDeliveriesByTopic } from './20261123181200_add_deliveries_by_topic.ts'
import { addLocksToMedicines } from './20261125140000_add_locks_to_medicines.ts'

/** The schema of this service, in order. What the previous release had added to a table stands in its creation. */
export const migrations: Migration[] = [
  createMedicines,
  createAlerts,
  createAlertCounts,
  ...feedMigrations('20261121230400'),
  createConditions,
  createExpectedDemand,
  createDeliveries,
  ...projectionMigrations('20261123120000'),
  leaseMigration('20261123120200'),
  addSnoozedUntil,
  addSaltsToMedicines,
  addMedicinesBySalts,
  addTopicToDeliveries,
  addDueAtToDeliveries,
  addDeliveriesByTopic,
  ...auditMigrations('20261123220000'),
  addLocksToMedicines,
]
