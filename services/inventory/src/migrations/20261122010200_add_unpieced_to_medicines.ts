import { addColumnOnce, type Migration } from '@mms/service-kit'

/**
 * 1 while the pieces are not those of the text, or are left of a deleted medicine; generated, so that whatever release
 * writes the text says so.
 */
export const addUnpiecedToMedicines: Migration = {
  name: '20261122010200_add_unpieced_to_medicines',
  up: (db) =>
    addColumnOnce(db, 'medicines', 'unpieced', (table) => {
      const deleted = 'sort_name is null and pieced_text is null'
      const unpieced = `case when ${deleted} then null when sort_name is not null and pieced_text = search_text then null else 1 end`
      table.specificType('unpieced', `tinyint generated always as (${unpieced}) virtual`)
    }),
}
