import { auditMigrations, type Migration, projectionMigrations } from '@mms/service-kit'
import { baseline } from './20261127000000_baseline.ts'
import { addConversions } from './20261128200000_add_conversions.ts'
import { addAppliedDays } from './20261130120000_add_applied_days.ts'

export const migrations: Migration[] = [
  baseline,
  ...auditMigrations('20261127000000'),
  ...projectionMigrations('20261127000000'),
  addConversions,
  addAppliedDays,
]
