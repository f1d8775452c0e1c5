import { projectionsVersion } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Changes with every projection and forecast that figures use. */
export async function dataVersion(db: Knex): Promise<string> {
  const [projections, run] = await Promise.all([
    projectionsVersion(db),
    db('forecast_runs').where({ id: 1 }).first('basis', 'rounds'),
  ])
  return JSON.stringify([projections, run])
}

/** Cache keys of slowly changing figures; null after a rebuild until all forecasts are made. */
interface KeptVersions {
  /** Changes with forecasts and rebuilds. */
  forecasts: string | null
  /** Changes also with facts of days that forecasts include (`createDueStore().markLate`). */
  past: string | null
}

export async function keptVersions(db: Knex): Promise<KeptVersions> {
  const marks = db('forecasts_due').sum('marks').as('marks')
  const run = await db('forecast_runs').where({ id: 1 }).select('basis', 'rounds', marks).first()
  if (run === undefined || run.basis === null) return { forecasts: null, past: null }
  const forecasts = JSON.stringify([run.basis, run.rounds])
  return { forecasts, past: JSON.stringify([forecasts, run.marks]) }
}
