import type { Knex } from 'knex'
import { afterSales, type MeasuredRequest } from './after-sales.ts'
import { createAnalyticsDatabase, forecastSeconds } from './business-days.ts'
import { latencies } from './latencies.ts'
import { startProgram } from './processes.ts'
import { createSetting } from './setting.ts'
import { table } from './table.ts'

const MEDICINES = 10_000
const SIZES = { small: 500_000, large: 5_000_000 }

const paths = {
  'last week': '/api/reports?period=last-week',
  'last month': '/api/reports?period=last-month',
  'last year': '/api/reports?period=last-year',
  'predicted demand': '/api/medicines/climate-demand',
}

/** A sale before each report defeats the cache. */
async function changing(title: string, db: Knex, asked: Omit<MeasuredRequest, 'path'>): Promise<string> {
  const rows: string[] = []
  for (const [name, path] of Object.entries(paths)) rows.push(await afterSales(name, db, { ...asked, path }))
  return table(
    `${title}, each after a sale, 1 connection`,
    ['', 'p50, ms', 'p99', 'CPU of the service'],
    rows,
  )
}

export async function reports(): Promise<string> {
  const tables: string[] = []
  for (const [name, transactions] of Object.entries(SIZES)) {
    const setting = await createSetting()
    try {
      const { url, db } = await createAnalyticsDatabase(setting, name, MEDICINES, transactions)
      // Nothing listens there, so that inventory and sales count as unreachable.
      const away = 'http://127.0.0.1:9'
      const { origin, pid } = await startProgram('services/analytics/src/main.ts', {
        ...setting.env,
        ...{ DATABASE_URL: url, INVENTORY_URL: away, SALES_URL: away, LOG_LEVEL: 'error' },
      })
      const began = performance.now()
      const title = `Reports with ${MEDICINES} medicines and ${transactions} transactions`
      const meanwhile = { 'last year': paths['last year'] }
      tables.push(
        await latencies(`${title}, while forecasts are made`, origin, setting.headers, meanwhile),
        `Forecasts of all medicines: ${await forecastSeconds(db, began)} s by the clock, beside those requests`,
        await latencies(title, origin, setting.headers, paths),
        await changing(title, db, { origin, pid, headers: setting.headers }),
      )
    } finally {
      await setting.stop()
    }
  }
  return tables.join('\n\n')
}
