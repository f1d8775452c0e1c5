import { byDialect, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

const livingBarcode = 'case when sort_name is not null then barcode end'
const stockDate = "case when stock > 0 then coalesce(expiry_date, date '9999-12-31') end"
const queueState =
  "case when status = 'available' and discounted_at is not null then 'discounted' else status end"

/** One statement each, so that at every moment the column is there, and its values are once only. */
const changes = [
  {
    table: 'medicines',
    statement: `alter table medicines
      drop index medicines_living_barcode,
      drop column living_barcode,
      add column living_barcode varchar(14) generated always as (${livingBarcode}) stored,
      add unique index medicines_living_barcode (living_barcode)`,
  },
  {
    table: 'batches',
    statement: `alter table batches
      drop index batches_by_stock_date,
      drop index batches_by_queue_state,
      drop column stock_date,
      drop column queue_state,
      add column stock_date date generated always as (${stockDate}) stored,
      add column queue_state varchar(20) generated always as (${queueState}) stored,
      add index batches_by_stock_date (stock_date, id),
      add index batches_by_queue_state (queue_state, stock_date, id)`,
  },
]

async function hasVirtualColumns(db: Knex, table: string): Promise<boolean> {
  const found = await db('information_schema.columns')
    .whereRaw('table_schema = database()')
    .where({ table_name: table, extra: 'VIRTUAL GENERATED' })
    .first(db.raw('1'))
  return found !== undefined
}

async function store(db: Knex): Promise<void> {
  for (const { table, statement } of changes) if (await hasVirtualColumns(db, table)) await db.raw(statement)
}

/**
 * MariaDB 10.11.19 opens a table by name to purge an index of a virtual column. On a node of Galera a change of any schema
 * may end that for good, and the node tries for ever, until its memory is gone (ADR 54). SQLite purges nothing.
 */
export const storeGeneratedColumns: Migration = {
  name: '20261126160000_store_generated_columns',
  up: (db) => byDialect(db, { sqlite: async () => {}, mysql: store })(db),
}
