import { dateOfDay, dayNumber, periodOfDay, periodStart } from '@mms/forecast'
import { addToSums, chunksOf, projectionsVersion } from '@mms/service-kit'
import type { Knex } from 'knex'

/** First day that no forecast made on `today` includes: start of this week or month, whichever is later. */
export function firstUncountedDay(today: string): string {
  const begins = (kind: 'week' | 'month') => periodStart(kind, periodOfDay(kind, dayNumber(today)))
  return dateOfDay(Math.max(begins('week'), begins('month')))
}

/** Marks medicines whose forecast must be made again. Call it in the transaction that changes the inputs. */
export function createDueStore(db: Knex) {
  async function mark(ids: Iterable<string>): Promise<void> {
    const rows = [...new Set(ids)].map((medicine_id) => ({ medicine_id, marks: 1 }))
    await addToSums(db, 'forecasts_due', rows, ['medicine_id'], ['marks'])
  }

  return {
    mark,
    /**
     * Marks medicines with new facts about days that their forecast includes, or that a forecast of `today` would.
     * Caches of past days use these marks, too (`reports/totals-store.ts`).
     */
    async markLate(facts: { medicine_id: string; day: string }[], today: string): Promise<void> {
      const earliest = new Map<string, string>()
      for (const { medicine_id, day } of facts) {
        if (day < (earliest.get(medicine_id) ?? '9999')) earliest.set(medicine_id, day)
      }
      const countedBefore = firstUncountedDay(today)
      const isLate = (day: string, counted = '9999') => day < countedBefore || day < counted
      for (const ids of chunksOf([...earliest.keys()])) {
        const rows = await db('forecasts').whereIn('medicine_id', ids).select('medicine_id', 'counted_until')
        const counted = new Map(rows.map(({ medicine_id, counted_until }) => [medicine_id, counted_until]))
        await mark(ids.filter((id) => isLate(earliest.get(id) as string, counted.get(id))))
      }
    },
    /** Makes all forecasts due. A replica that is making some stops. */
    async markAll(): Promise<void> {
      await db('forecast_runs').update({ basis: null, holder: null })
    },
  }
}

/** Changes with every projection and forecast that the figures use. */
export async function dataVersion(db: Knex): Promise<string> {
  const [projections, run] = await Promise.all([
    projectionsVersion(db),
    db('forecast_runs').where({ id: 1 }).first('basis', 'rounds'),
  ])
  return JSON.stringify([projections, run])
}

/**
 * Cache keys of figures that change slowly. Null after a rebuild, until all forecasts are made. Both change with each
 * round of forecasts and each rebuild, `past` also with new facts about days that forecasts include (see `markLate`).
 */
export async function keptVersions(db: Knex): Promise<Record<'forecasts' | 'past', string | null>> {
  const marks = db('forecasts_due').sum('marks').as('marks')
  const run = await db('forecast_runs').where({ id: 1 }).select('basis', 'rounds', marks).first()
  if (run === undefined || run.basis === null) return { forecasts: null, past: null }
  const forecasts = JSON.stringify([run.basis, run.rounds])
  return { forecasts, past: JSON.stringify([forecasts, run.marks]) }
}
