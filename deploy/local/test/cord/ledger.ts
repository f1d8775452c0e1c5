import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { isEmbedded } from '@mms/service-kit/test-support'
import { OPENING } from './counter.ts'

type Database = ReturnType<typeof openDatabase>

interface Sum {
  medicine_id: string
  /** Text if the database sums exact decimals. */
  units: number | string
}

const PATIENCE_MS = 60_000

async function settled(sales: Database): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(100)) {
    if ((await sales('transactions').where({ status: 'pending' }).first('id')) === undefined) return
  }
  throw new Error(`Sales are still pending after ${PATIENCE_MS} ms`)
}

async function missingOf(sales: Database, ids: string[]): Promise<string[]> {
  const missing: string[] = []
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500)
    const found = new Set(
      await sales('transactions').whereIn('id', some).where({ status: 'completed' }).pluck('id'),
    )
    missing.push(...some.filter((id) => !found.has(id)))
  }
  return missing
}

async function wrongStocks(inventory: Database, sales: Database): Promise<string[]> {
  const moved = await inventory('movements')
    .where({ type: 'sale' })
    .groupBy('medicine_id')
    .select<Sum[]>('medicine_id', inventory.raw('sum(effect) as units'))
  const sold = await sales('transactions')
    .where({ status: 'completed', type: 'sale' })
    .groupBy('medicine_id')
    .select<Sum[]>('medicine_id', sales.raw('sum(quantity) as units'))
  const unitsOf = new Map(sold.map((row) => [row.medicine_id, Number(row.units)]))
  const effectOf = new Map(moved.map((row) => [row.medicine_id, Number(row.units)]))
  const stocks = await inventory('medicines').select('id', 'name', 'current_stock')
  return stocks.flatMap(({ id, name, current_stock: stock }) => {
    const [effect, units] = [effectOf.get(id) ?? 0, unitsOf.get(id) ?? 0]
    const fits = stock === OPENING + effect && units === -effect
    return fits ? [] : [`${name}: stock ${stock}, moved ${effect}, sold ${units}`]
  })
}

async function assertSound(db: Database): Promise<void> {
  if (!isEmbedded(db)) return
  const [{ integrity_check: words }] = await db.raw('pragma integrity_check(1)')
  if (words !== 'ok') throw new Error(`The database is damaged: ${words}`)
}

export interface Found {
  lost: string[]
  off: string[]
}

/** Once nothing is pending, returns the acknowledged sales that are lost and the stocks that are wrong. */
export async function compareLedger(
  urlOf: (service: string) => string,
  acknowledged: string[],
): Promise<Found> {
  const [inventory, sales] = [openDatabase(urlOf('inventory')), openDatabase(urlOf('sales'))]
  try {
    await assertSound(inventory)
    await assertSound(sales)
    await settled(sales)
    return { lost: await missingOf(sales, acknowledged), off: await wrongStocks(inventory, sales) }
  } finally {
    await inventory.destroy()
    await sales.destroy()
  }
}
