import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/** One row with all settings as JSON, once one was changed. */
const createStoreSettings = (db: Knex) =>
  createTableOnce(db, 'store_settings', (table) => {
    table.integer('id').primary()
    table.integer('version').notNullable()
    table.text('settings').notNullable()
  })

/** Append-only; values as JSON. */
const createSettingChanges = (db: Knex) =>
  createTableOnce(db, 'setting_changes', (table) => {
    table.bigIncrements('id')
    instantColumn(table, 'changed_at')
    table.string('user_id', 64).notNullable()
    table.string('user_name', 200).notNullable()
    table.string('setting', 40).notNullable()
    table.text('before').notNullable()
    table.text('after').notNullable()
  })

/**
 * Inventory's medicines, deleted ones included. `factors` is JSON; null for most, which follow neither season nor
 * climate. `batches` is null if one date covers all stock. States of a lower `version` are ignored.
 */
const createMedicines = (db: Knex) =>
  createTableOnce(db, 'medicines', (table) => {
    idColumn(table).primary()
    table.string('name', 200).notNullable()
    table.string('category', 60).notNullable()
    table.integer('min_stock').notNullable()
    table.bigInteger('price_paise').notNullable()
    table.bigInteger('cost_paise').nullable()
    table.string('expiry_date', 10).nullable()
    table.string('factors', 500).nullable()
    table.text('batches').nullable()
    table.boolean('deleted').notNullable()
    table.integer('version').notNullable()
  })

/**
 * State of each medicine's stock: the ledger up to `ledger_version`, the opening, the day of deletion, and the figures
 * of its newest row in `stock_days`.
 */
const createStockHeads = (db: Knex) =>
  createTableOnce(db, 'stock_heads', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.integer('ledger_version').notNullable()
    table.string('opening_day', 10).nullable()
    table.bigInteger('opening_units').notNullable()
    table.string('deleted_day', 10).nullable()
    table.string('last_day', 10).nullable()
    table.bigInteger('stock').notNullable()
    table.bigInteger('added').notNullable()
    table.bigInteger('removed').notNullable()
  })

const createLedgerDays = (db: Knex) =>
  createTableOnce(db, 'ledger_days', (table) => {
    idColumn(table, 'medicine_id')
    table.string('day', 10).notNullable()
    table.string('type', 20).notNullable()
    table.bigInteger('units_in').notNullable()
    table.bigInteger('units_out').notNullable()
    table.primary(['medicine_id', 'day', 'type'], 'ledger_days_primary')
  })

/** Transactions by medicine, store day and type, sample history apart. A reversal counts on the day of its original. */
const createTradeDays = (db: Knex) =>
  createTableOnce(db, 'trade_days', (table) => {
    idColumn(table, 'medicine_id')
    table.string('day', 10).notNullable()
    table.string('type', 20).notNullable()
    table.integer('sample').notNullable()
    table.integer('completed').notNullable()
    table.bigInteger('units_in').notNullable()
    table.bigInteger('units_out').notNullable()
    table.bigInteger('paise').notNullable()
    table.bigInteger('consumed').notNullable()
    table.primary(['medicine_id', 'day', 'type', 'sample'], 'trade_days_primary')
  })

/**
 * Stock at the end of each day with movements, and running totals, so that any period is the difference of two rows.
 * The indexes alone answer that, for one medicine and for all.
 */
const createStockDays = (db: Knex) =>
  createTableOnce(db, 'stock_days', (table) => {
    idColumn(table, 'medicine_id')
    table.string('day', 10).notNullable()
    table.bigInteger('stock').notNullable()
    table.bigInteger('added').notNullable()
    table.bigInteger('removed').notNullable()
    table.primary(['medicine_id', 'day'], 'stock_days_primary')
    table.index(['day', 'medicine_id', 'added', 'removed'], 'stock_days_by_day')
  })

/** Sums of `stock_days` over all medicines. */
const createStockTotals = (db: Knex) =>
  createTableOnce(db, 'stock_totals', (table) => {
    table.string('day', 10).primary()
    table.bigInteger('added').notNullable()
    table.bigInteger('removed').notNullable()
  })

/** Sums of `trade_days` over all medicines. */
const createTradeTotals = (db: Knex) =>
  createTableOnce(db, 'trade_totals', (table) => {
    table.string('day', 10).notNullable()
    table.string('type', 20).notNullable()
    table.integer('completed').notNullable()
    table.bigInteger('units_in').notNullable()
    table.bigInteger('units_out').notNullable()
    table.bigInteger('paise').notNullable()
    table.primary(['day', 'type'], 'trade_totals_primary')
  })

/** Sums of `trade_days` by month `yyyy-mm`. */
const createDemandMonths = (db: Knex) =>
  createTableOnce(db, 'demand_months', (table) => {
    table.string('month', 7).notNullable()
    idColumn(table, 'medicine_id')
    table.bigInteger('consumed').notNullable()
    table.primary(['month', 'medicine_id'], 'demand_months_primary')
  })

/** Empty if alerts are not followed. */
const createAlertDays = (db: Knex) =>
  createTableOnce(db, 'alert_days', (table) => {
    table.string('day', 10).notNullable()
    table.string('type', 40).notNullable()
    table.integer('raised').notNullable()
    table.primary(['day', 'type'], 'alert_days_primary')
  })

/** One row: the time zone of all counts. Projections lock it while they write, by `locks` on a cluster. */
const createCalendar = (db: Knex) =>
  createTableOnce(db, 'calendar', (table) => {
    table.integer('id').primary()
    table.string('time_zone', 60).notNullable()
    lockColumn(table)
  })

/**
 * Forecast columns for lists. `counted_until`: days from it on are in no period used. `method` and the figures are null
 * without history. `month_0` is the month of `made_on`.
 */
const createForecasts = (db: Knex) =>
  createTableOnce(db, 'forecasts', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.string('run', 36).notNullable()
    table.string('made_on', 10).notNullable()
    table.string('counted_until', 10).notNullable()
    table.string('method', 80).nullable()
    table.integer('known_weeks').notNullable()
    table.double('per_week').nullable()
    table.integer('cover_days').notNullable()
    table.double('cover_units').nullable()
    for (const month of [0, 1, 2, 3, 4, 5]) table.double(`month_${month}`).nullable()
  })

/** Forecasts by week and month with limits, method and errors as JSON, read for one medicine at a time. */
const createForecastDetails = (db: Knex) =>
  createTableOnce(db, 'forecast_details', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.text('detail').notNullable()
  })

/**
 * One row. `basis`: day and settings of the last full run, null if all must be made again. `holder`: the replica at
 * work, until `held_until` at the latest. `rounds` counts runs for caches.
 */
const createForecastRuns = (db: Knex) =>
  createTableOnce(db, 'forecast_runs', (table) => {
    table.integer('id').primary()
    table.string('basis', 64).nullable()
    table.string('holder', 36).nullable()
    table.datetime('held_until', { precision: 3 }).nullable()
    table.integer('rounds').notNullable().defaultTo(0)
  })

/** Medicines whose forecast is due; `marks` counts the changes. */
const createForecastsDue = (db: Knex) =>
  createTableOnce(db, 'forecasts_due', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.bigInteger('marks').notNullable()
  })

/** The schema of 0.3.0, the first installed release. */
export const baseline: Migration = {
  name: '20261127000000_baseline',
  async up(db) {
    await createStoreSettings(db)
    await createSettingChanges(db)
    await createMedicines(db)
    await createStockHeads(db)
    await createLedgerDays(db)
    await createTradeDays(db)
    await createStockDays(db)
    await createStockTotals(db)
    await createTradeTotals(db)
    await createDemandMonths(db)
    await createAlertDays(db)
    await createCalendar(db)
    await createForecasts(db)
    await createForecastDetails(db)
    await createForecastRuns(db)
    await createForecastsDue(db)
  },
}
