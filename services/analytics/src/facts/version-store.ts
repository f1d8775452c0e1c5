import type { Knex } from 'knex'

/** Changes whenever anything changes that figures are computed from: what feeds told, and what was forecast from it. */
export async function dataVersion(db: Knex): Promise<string> {
  const [cursors, run] = await Promise.all([
    db('feed_cursors').orderBy('name').select('name', 'last_event_id'),
    db('forecast_runs').where({ id: 1 }).first('basis', 'rounds'),
  ])
  return JSON.stringify([cursors, run])
}
