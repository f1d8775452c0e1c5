import { dateOfDay, dayNumber, periodOfDay, periodStart } from '@mms/forecast'
import { addUp, chunksOf, projectionsVersion } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Facts from this day on are in no forecast made on `today`. It starts this week or month, whichever is later. */
export function countedUntil(today: string): string {
  const begins = (kind: 'week' | 'month') => periodStart(kind, periodOfDay(kind, dayNumber(today)))
  return dateOfDay(Math.max(begins('week'), begins('month')))
}

interface DatedFact {
  medicine_id: string
  day: string
}

/** Call it in the transaction that changes the inputs of forecasts. */
export function createDueStore(db: Knex) {
  async function mark(ids: Iterable<string>): Promise<void> {
    const rows = [...new Set(ids)].map((medicine_id) => ({ medicine_id, marks: 1 }))
    await addUp(db, 'forecasts_due', rows, ['medicine_id'], ['marks'])
  }

  return {
    mark,
    /**
     * Marks medicines with facts of days that a forecast has read, or would read today. Caches of past days use these
     * marks, too (`reports/totals-store.ts`).
     */
    async markLate(facts: DatedFact[], today: string): Promise<void> {
      const earliest = new Map<string, string>()
      for (const { medicine_id, day } of facts) {
        if (day < (earliest.get(medicine_id) ?? '9999')) earliest.set(medicine_id, day)
      }
      const countedBefore = countedUntil(today)
      const isLate = (day: string, counted = '9999') => day < countedBefore || day < counted
      for (const ids of chunksOf([...earliest.keys()])) {
        const rows = await db('forecasts').whereIn('medicine_id', ids).select('medicine_id', 'counted_until')
        const counted = new Map(rows.map(({ medicine_id, counted_until }) => [medicine_id, counted_until]))
        await mark(ids.filter((id) => isLate(earliest.get(id) as string, counted.get(id))))
      }
    },
    /** A replica that is making forecasts stops. */
    async markAll(): Promise<void> {
      await db('forecast_runs').update({ basis: null, holder: null })
    },
  }
}

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
