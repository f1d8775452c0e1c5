import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'

export async function forecastSeconds(db: Knex, began: number): Promise<number> {
  for (;;) {
    const run = await db('forecast_runs').whereNotNull('basis').first('id')
    if (run) return Math.round((performance.now() - began) / 1_000)
    await delay(500)
  }
}
