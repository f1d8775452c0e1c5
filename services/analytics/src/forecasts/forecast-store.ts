import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { ForecastDetail } from './detail.ts'
import { LISTED_MONTHS, type ListedForecast, type MadeForecast } from './make.ts'

const monthColumns = Array.from({ length: LISTED_MONTHS }, (_, ahead) => `month_${ahead}`)
const listedColumns = ['medicine_id', 'made_on', 'counted_until', 'method', 'known_weeks', 'per_week']
const coverColumns = ['cover_days', 'cover_units']

type Row = Record<string, unknown> & { medicine_id: string; made_on: string; counted_until: string }

const toRow = (run: string, { listed }: MadeForecast) => ({
  run,
  medicine_id: listed.medicineId,
  made_on: listed.madeOn,
  counted_until: listed.countedUntil,
  method: listed.method,
  known_weeks: listed.knownWeeks,
  per_week: listed.perWeek,
  cover_days: listed.coverDays,
  cover_units: listed.coverUnits,
  ...Object.fromEntries(monthColumns.map((column, ahead) => [column, listed.months?.[ahead] ?? null])),
})

const toListed = (row: Row): ListedForecast => ({
  medicineId: row.medicine_id,
  madeOn: row.made_on,
  countedUntil: row.counted_until,
  method: row.method as string | null,
  knownWeeks: Number(row.known_weeks),
  perWeek: row.per_week === null ? null : Number(row.per_week),
  coverDays: Number(row.cover_days),
  coverUnits: row.cover_units === null ? null : Number(row.cover_units),
  months: row.method === null ? null : monthColumns.map((column) => Number(row[column])),
})

/** Forecasts as they were last made. */
export function createForecastStore(db: Knex) {
  return {
    /** By medicine; those without history too. */
    async list(): Promise<Map<string, ListedForecast>> {
      const rows: Row[] = await db('forecasts').select(...listedColumns, ...coverColumns, ...monthColumns)
      return new Map(rows.map((row) => [row.medicine_id, toListed(row)]))
    },
    async find(id: string): Promise<{ listed: ListedForecast; detail: ForecastDetail | null } | undefined> {
      const row: Row | undefined = await db('forecasts').where({ medicine_id: id }).first()
      if (!row) return undefined
      const found = await db('forecast_details').where({ medicine_id: id }).first('detail')
      return { listed: toListed(row), detail: row.method !== null && found ? JSON.parse(found.detail) : null }
    },
    /** Units of each month `yyyy-mm` to come, all medicines with history together. */
    async monthTotals(): Promise<{ madeOn: string; units: number[] }[]> {
      const sums = Object.fromEntries(monthColumns.map((column) => [column, column]))
      const rows = await db('forecasts').whereNotNull('method').groupBy('made_on').select('made_on').sum(sums)
      return rows.map((row) => ({
        madeOn: row.made_on as string,
        units: monthColumns.map((column) => Number(row[column])),
      }))
    },
    async save(run: string, made: MadeForecast[]): Promise<void> {
      for (const chunk of chunksOf(made)) {
        await db('forecasts')
          .insert(chunk.map((each) => toRow(run, each)))
          .onConflict('medicine_id')
          .merge()
        const ids = chunk.map(({ listed }) => listed.medicineId)
        await db('forecast_details').whereIn('medicine_id', ids).delete()
        const details = chunk.flatMap(({ listed, detail }) =>
          detail ? [{ medicine_id: listed.medicineId, detail: JSON.stringify(detail) }] : [],
        )
        if (details.length > 0) await db('forecast_details').insert(details)
      }
    },
    /** Forgets those of `ids`, or of all medicines, that a run did not make: they are gone. */
    async deleteOthers(run: string, ids: string[] | null): Promise<void> {
      if (ids === null) await db('forecasts').where('run', '<>', run).delete()
      for (const chunk of chunksOf(ids ?? [])) {
        await db('forecasts').whereIn('medicine_id', chunk).where('run', '<>', run).delete()
      }
      const kept = db('forecasts').select('medicine_id')
      await db('forecast_details').whereNotIn('medicine_id', kept).delete()
    },
  }
}
