import { auditMigrations, feedMigrations, type Migration } from '@mms/service-kit'
import { createMedicines } from './20261120140000_create_medicines.ts'
import { createMovements } from './20261120140100_create_movements.ts'
import { createStockCommands } from './20261120140200_create_stock_commands.ts'
import { createCatalogue } from './20261120140300_create_catalogue.ts'
import { insertCatalogue } from './20261120140400_insert_catalogue.ts'
import { createMedicineKeys } from './20261121150100_create_medicine_keys.ts'
import { createValueChanges } from './20261123060000_create_value_changes.ts'
import { addMrpToMedicines } from './20261123101000_add_mrp_to_medicines.ts'
import { addCostPriceToMedicines } from './20261123120000_add_cost_price_to_medicines.ts'
import { addCompositionToMedicines } from './20261123121000_add_composition_to_medicines.ts'
import { createImports } from './20261123140000_create_imports.ts'
import { createImportRows } from './20261123140100_create_import_rows.ts'
import { createBatches } from './20261125083000_create_batches.ts'
import { createMovementLines } from './20261125083100_create_movement_lines.ts'
import { addLinedVersionToMedicines } from './20261125083200_add_lined_version_to_medicines.ts'
import { addBatchToMovements } from './20261125083210_add_batch_to_movements.ts'
import { addBatchBalanceToMovements } from './20261125083220_add_batch_balance_to_movements.ts'
import { addMovementsByBatch } from './20261125083230_add_movements_by_batch.ts'
import { moveStockIntoBatches } from './20261125083300_move_stock_into_batches.ts'
import { addReturnByToBatches } from './20261125180000_add_return_by_to_batches.ts'
import { addDiscountToBatches } from './20261125180100_add_discount_to_batches.ts'
import { addQueueStateToBatches } from './20261125180200_add_queue_state_to_batches.ts'
import { addBatchesByQueueState } from './20261125180300_add_batches_by_queue_state.ts'
import { createSupplierReturns } from './20261125180400_create_supplier_returns.ts'
import { dateStockWithoutExpiryLast } from './20261126110000_date_stock_without_expiry_last.ts'
import { storeGeneratedColumns } from './20261126160000_store_generated_columns.ts'
import { deriveExpiryDates } from './20261126220000_derive_expiry_dates.ts'
import { createRecalls } from './20261126230000_create_recalls.ts'

/** The schema of this service, in order. What the previous release had added to a table stands in its creation. */
export const migrations: Migration[] = [
  createMedicines,
  createMovements,
  createStockCommands,
  createCatalogue,
  insertCatalogue,
  ...feedMigrations('20261120140500'),
  createMedicineKeys,
  createValueChanges,
  addMrpToMedicines,
  addCostPriceToMedicines,
  addCompositionToMedicines,
  createImports,
  createImportRows,
  ...auditMigrations('20261123190000'),
  createBatches,
  createMovementLines,
  addLinedVersionToMedicines,
  addBatchToMovements,
  addBatchBalanceToMovements,
  addMovementsByBatch,
  moveStockIntoBatches,
  addReturnByToBatches,
  addDiscountToBatches,
  addQueueStateToBatches,
  addBatchesByQueueState,
  createSupplierReturns,
  dateStockWithoutExpiryLast,
  storeGeneratedColumns,
  deriveExpiryDates,
  createRecalls,
]
