import { auditMigrations, feedMigrations, type Migration } from '@mms/service-kit'
import { baseline } from './20261127000000_baseline.ts'
import { addPacks } from './20261128000000_add_packs_to_medicines.ts'
import { addLongOutcomes } from './20261128120000_add_long_outcomes.ts'
import { addConversions } from './20261128180000_add_conversions.ts'
import { addPackPricesOfBatches } from './20261128210000_add_pack_prices_of_batches.ts'
import { addReplacedQuarantines } from './20261130120000_add_replaced_quarantines.ts'

export const migrations: Migration[] = [
  baseline,
  ...auditMigrations('20261127000000'),
  ...feedMigrations('20261127000000'),
  addPacks,
  addLongOutcomes,
  addConversions,
  addPackPricesOfBatches,
  addReplacedQuarantines,
]
