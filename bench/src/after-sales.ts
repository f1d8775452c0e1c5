import { DEFAULT_TIME_ZONE } from '@mms/contracts'
import { inTransaction } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createStockWriter } from '../../services/analytics/src/stock/projection.ts'
import { tradeDaysOf } from '../../services/analytics/src/trade/days.ts'
import { createTradeWriter } from '../../services/analytics/src/trade/projection.ts'
import { cpuSeconds } from './load.ts'
import { line } from './table.ts'

const TIMES = 100

/** `count` must differ each time. */
export async function sell(db: Knex, medicineId: string, count: number): Promise<void> {
  const createdAt = new Date().toISOString()
  await inTransaction(db, async (trx) => {
    const head = await trx('stock_heads').where({ medicine_id: medicineId }).first('ledger_version')
    const version = head.ledger_version + 1
    await trx('medicines').where({ id: medicineId }).increment('version', 1)
    const move = { _id: medicineId, medicineId, version, type: 'sale', change: -1, reverses: null, createdAt }
    await createStockWriter(trx, DEFAULT_TIME_ZONE).follow([], [move])
    const sale = { medicineId, type: 'sale', change: -1, totalAmount: 12.5, createdAt }
    const sold = { ...sale, _id: medicineId, reverses: null, sample: false }
    await createTradeWriter(trx, DEFAULT_TIME_ZONE).follow(tradeDaysOf([sold], DEFAULT_TIME_ZONE))
    const cursor = { name: 'inventory', last_event_id: `bench.${count}` }
    await trx('feed_cursors').insert(cursor).onConflict('name').merge()
  })
}

const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

export interface MeasuredRequest {
  origin: string
  pid: number
  headers: Record<string, string>
  path: string
}

/** Also the service's CPU time per request, with a sale before each. */
export async function afterSales(name: string, db: Knex, asked: MeasuredRequest): Promise<string> {
  const { origin, pid, headers, path } = asked
  const ids: string[] = await db('medicines').orderBy('id').pluck('id')
  const ask = async () => {
    const response = await fetch(origin + path, { headers })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
  }
  await ask()
  const before = cpuSeconds(pid)
  const times: number[] = []
  for (let count = 0; count < TIMES; count += 1) {
    await sell(db, ids[(count * 97) % ids.length] as string, count)
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  const cpu = Math.round(((cpuSeconds(pid) - before) / TIMES) * 1_000)
  const sorted = times.toSorted((a, b) => a - b)
  return line([name, Math.round(at(sorted, 0.5)), Math.round(at(sorted, 0.99)), cpu])
}
