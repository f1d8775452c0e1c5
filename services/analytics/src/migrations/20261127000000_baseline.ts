import { createTableOnce, idColumn, instantColumn, lockColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/** One row, once a setting has been changed: all of them as JSON. */
const createStoreSettings = (db: Knex) =>
  createTableOnce(db, 'store_settings', (table) => {
    table.integer('id').primary()
    table.integer('version').notNullable()
    table.text('settings').notNullable()
  })

/** Who changed which setting and when, from what to what (JSON); only ever added to. */
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
 * Medicines by inventory's feed, deleted ones too. `factors` is JSON; null where neither season nor climate
 * matters, which most of them are, and so are `batches`: null where one date is that of all the stock. A state of a lower
 * `version` changes nothing.
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
 * Where each medicine's stock stands: the ledger up to `ledger_version`, its opening, the day on which it was deleted,
 * and the figures of its newest row in `stock_days`.
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

/** Units that inventory's ledger moved of a medicine on a store day, by type. */
const createLedgerDays = (db: Knex) =>
  createTableOnce(db, 'ledger_days', (table) => {
    idColumn(table, 'medicine_id')
    table.string('day', 10).notNullable()
    table.string('type', 20).notNullable()
    table.bigInteger('units_in').notNullable()
    table.bigInteger('units_out').notNullable()
    table.primary(['medicine_id', 'day', 'type'], 'ledger_days_primary')
  })

/**
 * Transactions of a medicine on a store day, by type, sample history apart: how many transactions, units in and out,
 * money, and units consumed. A reversal counts on its own day, but what it takes back of the consumption is taken from
 * the day of the transaction that it undoes.
 */
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
 * A medicine's stock at the end of each store day on which it moved, and all that was added and removed up to then, so
 * that a period is the difference of two rows, however long it is. The indexes alone answer that, of one medicine and of all.
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

/** Units added and removed on a store day, all medicines together: the sum of the changes of `stock_days`. */
const createStockTotals = (db: Knex) =>
  createTableOnce(db, 'stock_totals', (table) => {
    table.string('day', 10).primary()
    table.bigInteger('added').notNullable()
    table.bigInteger('removed').notNullable()
  })

/** Transactions of a store day by type, all medicines together: the sum of `trade_days`. */
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

/** Units consumed of a medicine in a month `yyyy-mm`: the sum of its `trade_days`. */
const createDemandMonths = (db: Knex) =>
  createTableOnce(db, 'demand_months', (table) => {
    table.string('month', 7).notNullable()
    idColumn(table, 'medicine_id')
    table.bigInteger('consumed').notNullable()
    table.primary(['month', 'medicine_id'], 'demand_months_primary')
  })

/** Alerts raised on a store day by type. An empty table may mean that alerts are not followed. */
const createAlertDays = (db: Knex) =>
  createTableOnce(db, 'alert_days', (table) => {
    table.string('day', 10).notNullable()
    table.string('type', 40).notNullable()
    table.integer('raised').notNullable()
    table.primary(['day', 'type'], 'alert_days_primary')
  })

/** One row: the time zone by whose days everything was counted. Projections lock it while they write, by `locks` on a cluster. */
const createCalendar = (db: Knex) =>
  createTableOnce(db, 'calendar', (table) => {
    table.integer('id').primary()
    table.string('time_zone', 60).notNullable()
    lockColumn(table)
  })

/**
 * What lists need of a medicine's forecast. `counted_until`: days from it on were not part of any period that it was made
 * from. `method` is null for a medicine without history, and then so are its figures. `month_0` is the month of `made_on`.
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

/** A medicine's forecast by week and month, with limits, method and past errors, as JSON; for one medicine at a time. */
const createForecastDetails = (db: Knex) =>
  createTableOnce(db, 'forecast_details', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.text('detail').notNullable()
  })

/**
 * One row: `basis` names the day and the settings that all forecasts were last made for; null when they must be made
 * again. `holder` is the replica that makes them now, until `held_until` at the latest. `rounds` counts how often they were
 * made, so that caches of figures made from them notice.
 */
const createForecastRuns = (db: Knex) =>
  createTableOnce(db, 'forecast_runs', (table) => {
    table.integer('id').primary()
    table.string('basis', 64).nullable()
    table.string('holder', 36).nullable()
    table.datetime('held_until', { precision: 3 }).nullable()
    table.integer('rounds').notNullable().defaultTo(0)
  })

/** Medicines whose facts changed so that their forecast must be made again; `marks` counts the changes. */
const createForecastsDue = (db: Knex) =>
  createTableOnce(db, 'forecasts_due', (table) => {
    idColumn(table, 'medicine_id').primary()
    table.bigInteger('marks').notNullable()
  })

/** The schema of 0.3.0, the first release that was installed. */
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
