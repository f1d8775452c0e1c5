import { projectionsVersion } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Changes whenever anything changes that figures are computed from: the projections, and what was forecast from them. */
export async function dataVersion(db: Knex): Promise<string> {
  const [projections, run] = await Promise.all([
    projectionsVersion(db),
    db('forecast_runs').where({ id: 1 }).first('basis', 'rounds'),
  ])
  return JSON.stringify([projections, run])
}

/** By what seldom changing figures are cached; null after a rebuild, until all forecasts are made again. */
interface KeptVersions {
  /** Changes when forecasts were made, and at a rebuild. */
  forecasts: string | null
  /** Changes also with any fact of a day that forecasts have counted (`createDueStore().markLate`). */
  past: string | null
}

export async function keptVersions(db: Knex): Promise<KeptVersions> {
  const marks = db('forecasts_due').sum('marks').as('marks')
  const run = await db('forecast_runs').where({ id: 1 }).select('basis', 'rounds', marks).first()
  if (run === undefined || run.basis === null) return { forecasts: null, past: null }
  const forecasts = JSON.stringify([run.basis, run.rounds])
  return { forecasts, past: JSON.stringify([forecasts, run.marks]) }
}
