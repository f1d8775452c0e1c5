import { addIndexOnce, type Migration } from '@mms/service-kit'

/** What all medicines had come to by a day stands together: it alone answers what a period begins with. */
export const addStockDaysByDay: Migration = {
  name: '20261122020000_add_stock_days_by_day',
  up: (db) =>
    addIndexOnce(db, 'stock_days', 'stock_days_by_day', (table) => {
      table.index(['day', 'medicine_id', 'added', 'removed'], 'stock_days_by_day')
    }),
}
