import { byDialect, createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

const lowStock = 'case when sort_name is not null then current_stock <= min_stock_level end'
const livingBarcode = 'case when sort_name is not null then barcode end'
const stockRatio = 'case when sort_name is not null then (current_stock + 1e0) / (min_stock_level + 1e0) end'
const queueState =
  "case when status = 'available' and discounted_at is not null then 'discounted' else status end"
/** Stock without an expiry date sorts last, as `ANY_EXPIRY`. */
const stockDate = {
  sqlite: "case when stock > 0 then coalesce(expiry_date, '9999-12-31') end",
  mysql: "case when stock > 0 then coalesce(expiry_date, date '9999-12-31') end",
}
/**
 * MariaDB 10.11.19 opens a table by name to purge an index of a virtual column. On a Galera node a schema change may
 * block that for ever and exhaust its memory (ADR 54). SQLite purges nothing.
 */
const indexed = { sqlite: 'virtual', mysql: 'stored' }

/**
 * `sort_name` is lower-cased by the application and compared bytewise, so that both databases order alike. Deleted
 * medicines have no `sort_name`, `low_stock` and `stock_ratio`, so no list finds them, and no `living_barcode`, so
 * their code is free again. `low_stock` and `stock_ratio`, (stock + 1) / (minimum + 1), are generated. Prices in paise,
 * null if unknown.
 */
const createMedicines = (db: Knex) =>
  createTableOnce(db, 'medicines', (table) => {
    idColumn(table).primary()
    table.string('name', 200).notNullable()
    table.string('category', 20).notNullable()
    table.string('manufacturer', 200).notNullable()
    table.string('barcode', 14).nullable()
    table.integer('current_stock').notNullable()
    table.integer('min_stock_level').notNullable()
    table.integer('unit_price_paise').notNullable()
    table.integer('mrp_paise').nullable()
    table.integer('cost_price_paise').nullable()
    table.string('composition', 200).nullable()
    table.date('expiry_date').nullable()
    table.text('demand_factors').notNullable()
    table.integer('version').notNullable()
    table.integer('stock_version').notNullable()
    table.binary('sort_name', 600).nullable()
    table.specificType('low_stock', `tinyint generated always as (${lowStock}) stored`)
    table.specificType(
      'living_barcode',
      `varchar(14) generated always as (${livingBarcode}) ${byDialect(db, indexed)}`,
    )
    table.specificType('stock_ratio', `double generated always as (${stockRatio}) stored`)
    instantColumn(table, 'created_at')
    instantColumn(table, 'updated_at')
    table.datetime('deleted_at', { precision: 3 }).nullable()
    table.check('current_stock >= 0', undefined, 'medicines_stock_not_negative')
    table.unique(['living_barcode'], { indexName: 'medicines_living_barcode' })
    table.index(['sort_name', 'id', 'category', 'low_stock', 'expiry_date'], 'medicines_by_name')
    table.index(['category', 'sort_name', 'id', 'low_stock', 'expiry_date'], 'medicines_by_category')
    table.index(['low_stock', 'sort_name', 'id', 'category'], 'medicines_low_stock')
    table.index(['expiry_date', 'sort_name', 'id', 'category'], 'medicines_by_expiry')
    table.index(['stock_ratio', 'id'], 'medicines_by_stock_ratio')
  })

/**
 * The stock ledger, append-only. A command's movement has the command's id. `batch_id` is the only batch moved; null if
 * the lines are in `movement_lines`.
 */
const createMovements = (db: Knex) =>
  createTableOnce(db, 'movements', (table) => {
    idColumn(table).primary()
    idColumn(table, 'medicine_id')
    table.integer('version').notNullable()
    table.string('type', 20).notNullable()
    table.integer('effect').notNullable()
    table.integer('balance_after').notNullable()
    table.specificType('reverses', 'char(36)').nullable()
    table.string('actor_id', 64).nullable()
    table.specificType('batch_id', 'char(36)').nullable()
    table.integer('batch_balance_after').nullable()
    instantColumn(table, 'created_at')
    table.check('balance_after >= 0', undefined, 'movements_balance_not_negative')
    table.unique(['medicine_id', 'version'], { indexName: 'movements_medicine_version' })
    table.unique(['reverses'], { indexName: 'movements_reversed_once' })
    table.index(['batch_id', 'version'], 'movements_by_batch')
    table.foreign('medicine_id', 'movements_medicine').references('id').inTable('medicines')
  })

/** Every command with its outcome. A command cancelled before it arrived has no fingerprint. */
const createStockCommands = (db: Knex) =>
  createTableOnce(db, 'stock_commands', (table) => {
    idColumn(table).primary()
    table.string('fingerprint', 64).nullable()
    table.text('outcome').notNullable()
    instantColumn(table, 'created_at')
  })

/** One row; the revision rises whenever a count, a category or the summary may have changed. */
const createCatalogue = (db: Knex) =>
  createTableOnce(db, 'catalogue', (table) => {
    table.integer('id').primary()
    table.bigInteger('revision').notNullable()
  })

/** Idempotency keys of added medicines with their answers; a key belongs to its caller. */
const createMedicineKeys = (db: Knex) =>
  createTableOnce(db, 'medicine_keys', (table) => {
    table.string('created_by', 64).notNullable()
    table.string('idempotency_key', 64).notNullable()
    table.string('fingerprint', 64).notNullable()
    table.text('answer').notNullable()
    instantColumn(table, 'created_at')
    table.primary(['created_by', 'idempotency_key'], 'medicine_keys_primary')
    table.index(['created_at'], 'medicine_keys_by_age')
  })

/**
 * Who set a price, by the medicine's version: a purchase (its movement) or the form. Append-only. Paise as text; null
 * for none.
 */
const createValueChanges = (db: Knex) =>
  createTableOnce(db, 'value_changes', (table) => {
    idColumn(table, 'medicine_id')
    table.string('field', 20).notNullable()
    table.integer('version').notNullable()
    table.specificType('movement_id', 'char(36)').nullable()
    table.string('value_before', 20).nullable()
    table.string('value_set', 20).nullable()
    table.string('actor_id', 64).nullable()
    table.string('actor_name', 200).nullable()
    instantColumn(table, 'created_at')
    table.primary(['medicine_id', 'field', 'version'], 'value_changes_primary')
    table.index(['movement_id'], 'value_changes_by_movement')
    table.foreign('medicine_id', 'value_changes_medicine').references('id').inTable('medicines')
  })

const createImports = (db: Knex) =>
  createTableOnce(db, 'imports', (table) => {
    idColumn(table).primary()
    table.string('file_name', 200).notNullable()
    table.string('created_by', 64).notNullable()
    table.string('created_by_name', 200).notNullable()
    instantColumn(table, 'created_at')
    table.datetime('undone_at', { precision: 3 }).nullable()
    table.index(['created_at'], 'imports_by_age')
  })

/**
 * Each imported row once: the version it produced and the values before (null if added). `outcome`: `undone` or `kept`
 * after an undo of the import.
 */
const createImportRows = (db: Knex) =>
  createTableOnce(db, 'import_rows', (table) => {
    idColumn(table, 'import_id')
    table.integer('row_number').notNullable()
    idColumn(table, 'medicine_id')
    table.string('kind', 10).notNullable()
    table.integer('version').notNullable()
    table.text('state_before').nullable()
    table.string('outcome', 10).nullable()
    table.primary(['import_id', 'row_number'], 'import_rows_primary')
    table.unique(['import_id', 'medicine_id'], { indexName: 'import_rows_medicine_once' })
  })

/**
 * One row per batch number, or per date without a number. Prices in paise, null for the medicine's. `return_by`: last
 * day on which the supplier takes it back, null for the expiry date. `is_undone`: all its movements were undone, so its
 * date proves nothing. `stock_date` and `queue_state` are generated.
 */
const createBatches = (db: Knex) =>
  createTableOnce(db, 'batches', (table) => {
    idColumn(table).primary()
    idColumn(table, 'medicine_id')
    table.string('batch_number', 50).nullable()
    table.date('expiry_date').nullable()
    table.integer('mrp_paise').nullable()
    table.integer('unit_price_paise').nullable()
    table.integer('cost_price_paise').nullable()
    table.string('supplier', 200).nullable()
    table.string('status', 20).notNullable()
    table.string('held_reason', 200).nullable()
    table.string('held_by', 64).nullable()
    table.string('held_by_name', 200).nullable()
    table.datetime('held_at', { precision: 3 }).nullable()
    table.integer('stock').notNullable()
    table.integer('version').notNullable()
    instantColumn(table, 'created_at')
    table.date('return_by').nullable()
    table.string('discounted_by', 64).nullable()
    table.string('discounted_by_name', 200).nullable()
    table.datetime('discounted_at', { precision: 3 }).nullable()
    table.boolean('is_undone').notNullable().defaultTo(false)
    const [date, kind] = [byDialect(db, stockDate), byDialect(db, indexed)]
    table.specificType('stock_date', `date generated always as (${date}) ${kind}`)
    table.specificType('queue_state', `varchar(20) generated always as (${queueState}) ${kind}`)
    table.check('stock >= 0', undefined, 'batches_stock_not_negative')
    table.unique(['medicine_id', 'batch_number'], { indexName: 'batches_number_once' })
    table.index(['batch_number', 'id'], 'batches_by_number')
    table.index(['stock_date', 'id'], 'batches_by_stock_date')
    table.index(['queue_state', 'stock_date', 'id'], 'batches_by_queue_state')
    table.foreign('medicine_id', 'batches_medicine').references('id').inTable('medicines')
  })

/** Append-only. The lines of a movement add up to its effect. */
const createMovementLines = (db: Knex) =>
  createTableOnce(db, 'movement_lines', (table) => {
    idColumn(table, 'movement_id')
    idColumn(table, 'batch_id')
    table.integer('effect').notNullable()
    table.integer('balance_after').notNullable()
    table.primary(['movement_id', 'batch_id'], 'movement_lines_primary')
    table.check('balance_after >= 0', undefined, 'movement_lines_balance_not_negative')
    table.index(['batch_id'], 'movement_lines_by_batch')
  })

/** Adjustments that returned stock to its supplier. A table of its own keeps the rows of sales small. */
const createSupplierReturns = (db: Knex) =>
  createTableOnce(db, 'supplier_returns', (table) => {
    idColumn(table, 'movement_id').primary()
  })

/** Later deliveries of the number are held, under any medicine of the maker. */
const createRecalls = (db: Knex) =>
  createTableOnce(db, 'recalls', (table) => {
    table.string('maker_key', 200).notNullable()
    table.string('manufacturer', 200).notNullable()
    table.string('batch_number', 50).notNullable()
    table.string('reason', 200).notNullable()
    table.string('recalled_by', 64).notNullable()
    table.string('recalled_by_name', 200).notNullable()
    instantColumn(table, 'created_at')
    table.primary(['maker_key', 'batch_number'], 'recalls_primary')
  })

/** Numbers before a correction, by which recalls find batches. */
const createFormerNumbers = (db: Knex) =>
  createTableOnce(db, 'former_numbers', (table) => {
    table.bigIncrements('id')
    idColumn(table, 'batch_id')
    table.string('batch_number', 50).notNullable()
    table.index(['batch_number'], 'former_numbers_by_number')
    table.index(['batch_id'], 'former_numbers_by_batch')
  })

/** The schema of 0.3.0, the first installed release. */
export const baseline: Migration = {
  name: '20261127000000_baseline',
  async up(db) {
    await createMedicines(db)
    await createMovements(db)
    await createStockCommands(db)
    await createCatalogue(db)
    await createMedicineKeys(db)
    await createValueChanges(db)
    await createImports(db)
    await createImportRows(db)
    await createBatches(db)
    await createMovementLines(db)
    await createSupplierReturns(db)
    await createRecalls(db)
    await createFormerNumbers(db)
    await db('catalogue').insert({ id: 1, revision: 0 }).onConflict('id').ignore()
  },
}
