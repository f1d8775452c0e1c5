import { auditMigrations, leaseMigration, type Migration, projectionMigrations } from '@mms/service-kit'
import { createStoreSettings } from './20261121200000_create_store_settings.ts'
import { createSettingChanges } from './20261121200100_create_setting_changes.ts'
import { createMedicines } from './20261121200200_create_medicines.ts'
import { createStockHeads } from './20261121200300_create_stock_heads.ts'
import { createLedgerDays } from './20261121200400_create_ledger_days.ts'
import { createTradeDays } from './20261121200500_create_trade_days.ts'
import { createStockDays } from './20261121200600_create_stock_days.ts'
import { createStockTotals } from './20261121200700_create_stock_totals.ts'
import { createTradeTotals } from './20261121200800_create_trade_totals.ts'
import { createDemandMonths } from './20261121200900_create_demand_months.ts'
import { createAlertDays } from './20261121201000_create_alert_days.ts'
import { createCalendar } from './20261121201200_create_calendar.ts'
import { createForecasts } from './20261121220000_create_forecasts.ts'
import { createForecastDetails } from './20261121220100_create_forecast_details.ts'
import { createForecastRuns } from './20261121220200_create_forecast_runs.ts'
import { createForecastsDue } from './20261121220300_create_forecasts_due.ts'
import { addForecastRounds } from './20261121220400_add_forecast_rounds.ts'
import { addStockDaysByDay } from './20261122020000_add_stock_days_by_day.ts'
import { addCostToMedicines } from './20261123150000_add_cost_to_medicines.ts'
import { addBatchesToMedicines } from './20261125091000_add_batches_to_medicines.ts'
import { addLocksToCalendar } from './20261125140000_add_locks_to_calendar.ts'

/** The schema of this service, in order. */
export const migrations: Migration[] = [
  createStoreSettings,
  createSettingChanges,
  createMedicines,
  createStockHeads,
  createLedgerDays,
  createTradeDays,
  createStockDays,
  createStockTotals,
  createTradeTotals,
  createDemandMonths,
  createAlertDays,
  createCalendar,
  createForecasts,
  createForecastDetails,
  createForecastRuns,
  createForecastsDue,
  addForecastRounds,
  addStockDaysByDay,
  ...projectionMigrations('20261123120000'),
  leaseMigration('20261123120200'),
  addCostToMedicines,
  ...auditMigrations('20261123190000'),
  addLocksToCalendar,
  addBatchesToMedicines,
]
