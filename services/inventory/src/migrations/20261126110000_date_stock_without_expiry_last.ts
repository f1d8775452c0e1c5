import { byDialect, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/** MySQL builds the indexes again. */
async function redefine(db: Knex): Promise<void> {
  await db.raw(
    "alter table batches modify column stock_date date generated always as (case when stock > 0 then coalesce(expiry_date, date '9999-12-31') end) virtual",
  )
}

/** SQLite changes no column, and undoes all of it where it fails. */
async function replace(db: Knex): Promise<void> {
  await db.raw('drop index batches_by_queue_state')
  await db.raw('drop index batches_by_stock_date')
  await db.raw('alter table batches drop column stock_date')
  await db.raw(
    "alter table batches add column stock_date date generated always as (case when stock > 0 then coalesce(expiry_date, '9999-12-31') end) virtual",
  )
  await db.raw('create index batches_by_stock_date on batches (stock_date, id)')
  await db.raw('create index batches_by_queue_state on batches (queue_state, stock_date, id)')
}

/** Stock without an expiry date stands last in the order of dates, `ANY_EXPIRY`: a list of all that is in stock has it. */
export const dateStockWithoutExpiryLast: Migration = {
  name: '20261126110000_date_stock_without_expiry_last',
  up: (db) => byDialect(db, { sqlite: replace, mysql: redefine })(db),
}
