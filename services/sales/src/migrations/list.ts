import { auditMigrations, feedMigrations, type Migration, projectionMigrations } from '@mms/service-kit'
import { baseline } from './20261127000000_baseline.ts'
import { addStoreAndCounters } from './20261128100000_add_store_and_counters.ts'
import { addBills } from './20261128110000_add_bills.ts'
import { addDrawers } from './20261128150000_add_drawers.ts'
import { addPackSizes } from './20261128190000_add_pack_sizes.ts'

export const migrations: Migration[] = [
  baseline,
  ...auditMigrations('20261127000000'),
  ...feedMigrations('20261127000000'),
  ...projectionMigrations('20261127000000'),
  addStoreAndCounters,
  addBills,
  addDrawers,
  addPackSizes,
]
