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

/** By what may be kept that changes seldom; null while nothing may be, because all facts were just told anew. */
interface KeptVersions {
  /** Changes when forecasts were made, and when all facts are told anew. */
  forecasts: string | null
  /** Changes also when anything is told of the days that forecasts had counted (`createDueStore().markLate`). */
  past: string | null
}

export async function keptVersions(db: Knex): Promise<KeptVersions> {
  const marks = db('forecasts_due').sum('marks').as('marks')
  const run = await db('forecast_runs').where({ id: 1 }).select('basis', 'rounds', marks).first()
  if (run === undefined || run.basis === null) return { forecasts: null, past: null }
  const forecasts = JSON.stringify([run.basis, run.rounds])
  return { forecasts, past: JSON.stringify([forecasts, run.marks]) }
}
