import { feedMigrations, type Migration } from '@mms/service-kit'
import { createMedicines } from './20261120140000_create_medicines.ts'
import { createMovements } from './20261120140100_create_movements.ts'
import { createStockCommands } from './20261120140200_create_stock_commands.ts'
import { createCatalogue } from './20261120140300_create_catalogue.ts'
import { insertCatalogue } from './20261120140400_insert_catalogue.ts'
import { addCommandFingerprint } from './20261121150000_add_command_fingerprint.ts'
import { createMedicineKeys } from './20261121150100_create_medicine_keys.ts'
import { addBarcodeToMedicines } from './20261121152000_add_barcode_to_medicines.ts'
import { addLivingBarcodeToMedicines } from './20261121152100_add_living_barcode_to_medicines.ts'
import { addUniqueLivingBarcode } from './20261121152200_add_unique_living_barcode.ts'
import { createMedicinePieces } from './20261122010000_create_medicine_pieces.ts'
import { addPiecedTextToMedicines } from './20261122010100_add_pieced_text_to_medicines.ts'
import { addUnpiecedToMedicines } from './20261122010200_add_unpieced_to_medicines.ts'
import { addUnpiecedIndex } from './20261122010300_add_unpieced_index.ts'
import { createValueChanges } from './20261123060000_create_value_changes.ts'
import { addMrpToMedicines } from './20261123101000_add_mrp_to_medicines.ts'

/** The schema of this service, in order. */
export const migrations: Migration[] = [
  createMedicines,
  createMovements,
  createStockCommands,
  createCatalogue,
  insertCatalogue,
  ...feedMigrations('20261120140500'),
  addCommandFingerprint,
  createMedicineKeys,
  addBarcodeToMedicines,
  addLivingBarcodeToMedicines,
  addUniqueLivingBarcode,
  createMedicinePieces,
  addPiecedTextToMedicines,
  addUnpiecedToMedicines,
  addUnpiecedIndex,
  createValueChanges,
  addMrpToMedicines,
]
