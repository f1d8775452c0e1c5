import { createTableOnce, idColumn, type Migration } from '@mms/service-kit'

/** By which a search finds the medicines that contain it: see `search/rules.ts`. Compared byte by byte. */
export const createMedicinePieces: Migration = {
  name: '20261122010000_create_medicine_pieces',
  up: (db) =>
    createTableOnce(db, 'medicine_pieces', (table) => {
      table.binary('piece', 64).notNullable()
      idColumn(table, 'medicine_id')
      table.primary(['piece', 'medicine_id'], 'medicine_pieces_primary')
    }),
}
