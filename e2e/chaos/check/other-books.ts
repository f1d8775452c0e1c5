import type { Others } from '../stage/others.ts'
import { type OutboxRow, outboxOf, readTables } from './tables.ts'

interface Known {
  version: number
  currentStock: number
}

export interface OtherBooks {
  known: Map<string, Known>
  low: string[]
  /** Number of alerts and their counts, by status, type and severity. */
  alerts: Map<string, number>
  counted: Map<string, number>
  alertsOutbox: OutboxRow[]
  heads: Map<string, Known>
  /** Analytics' units and transactions of each medicine. */
  trade: Map<string, { units: number; completed: number }>
  raised: number
}

const kinds = ['status', 'type', 'severity']
const countsOf = (rows: Record<string, string | number>[]) =>
  new Map(rows.map(({ count, ...kind }) => [Object.values(kind).join(' '), Number(count)]))

const readAlerts = (url: string) =>
  readTables(url, async (db) => {
    const medicines: { id: string; state: string }[] = await db('medicines').select('id', 'state')
    const alerts = await db('alerts').groupBy(kinds).select(kinds).count({ count: '*' })
    const counted = await db('alert_counts')
      .where('alerts', '>', 0)
      .select(...kinds, { count: 'alerts' })
    return {
      known: new Map(medicines.map(({ id, state }): [string, Known] => [id, JSON.parse(state)])),
      low: (await db('alerts').where({ open_cause: 'low_stock' }).pluck('medicine_id')) as string[],
      alerts: countsOf(alerts),
      counted: countsOf(counted),
      alertsOutbox: await outboxOf(db),
    }
  })

const readAnalytics = (url: string) =>
  readTables(url, async (db) => {
    const heads = await db('stock_heads').select('medicine_id', 'ledger_version', 'stock')
    const trade: Record<string, unknown>[] = await db('trade_days')
      .groupBy('medicine_id')
      .select('medicine_id')
      .sum({ added: 'units_in', removed: 'units_out', completed: 'completed' })
    const days = await db('alert_days').sum({ raised: 'raised' }).first()
    return {
      heads: new Map(
        heads.map(({ medicine_id, ledger_version, stock }): [string, Known] => [
          medicine_id,
          { version: ledger_version, currentStock: Number(stock) },
        ]),
      ),
      trade: new Map(
        trade.map(({ medicine_id, added, removed, completed }) => [
          medicine_id as string,
          { units: Number(added) - Number(removed), completed: Number(completed) },
        ]),
      ),
      raised: Number(days?.raised),
    }
  })

export async function readOthers({ databaseUrls }: Others): Promise<OtherBooks> {
  const [alerts, analytics] = await Promise.all([
    readAlerts(databaseUrls.alerts),
    readAnalytics(databaseUrls.analytics),
  ])
  return { ...alerts, ...analytics }
}
