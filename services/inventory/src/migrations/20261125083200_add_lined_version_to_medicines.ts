import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * The medicine's movement up to which there are lines; null for none. A release that knows no batches leaves it as it is, so
 * that the next write sees which movements it has to give lines.
 */
export const addLinedVersionToMedicines: Migration = {
  name: '20261125083200_add_lined_version_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'lined_version', (table) => {
      table.integer('lined_version').nullable()
    }),
}
