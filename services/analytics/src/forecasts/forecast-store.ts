import { chunksOf, createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { ForecastDetail } from './detail.ts'
import { LISTED_MONTHS, type ListedForecast, type MadeForecast } from './make.ts'

const monthColumns = Array.from({ length: LISTED_MONTHS }, (_, ahead) => `month_${ahead}`)
const listedColumns = {
  medicineId: 'medicine_id',
  madeOn: 'made_on',
  countedUntil: 'counted_until',
  method: 'method',
  knownWeeks: 'known_weeks',
  perWeek: 'per_week',
  coverDays: 'cover_days',
  coverUnits: 'cover_units',
} satisfies Record<keyof Omit<ListedForecast, 'months'>, string>

type Row = Omit<ListedForecast, 'months'> & Record<string, unknown>

const toRow = (run: string, { listed: { months, ...fields } }: MadeForecast) => ({
  run,
  ...Object.fromEntries(
    Object.entries(listedColumns).map(([field, column]) => [column, fields[field as keyof typeof fields]]),
  ),
  ...Object.fromEntries(monthColumns.map((column, ahead) => [column, months?.[ahead] ?? null])),
})

function toListed(row: Row): ListedForecast {
  const { medicineId, madeOn, countedUntil, method, knownWeeks, perWeek, coverDays, coverUnits } = row
  const months = method === null ? null : monthColumns.map((column) => row[column] as number)
  return { medicineId, madeOn, countedUntil, method, knownWeeks, perWeek, coverDays, coverUnits, months }
}

export function createForecastStore(db: Knex) {
  const listed = () => db('forecasts').select(listedColumns, ...monthColumns)

  return {
    async list(): Promise<Map<string, ListedForecast>> {
      const rows: Row[] = await listed()
      return new Map(rows.map((row) => [row.medicineId, toListed(row)]))
    },
    async find(id: string): Promise<{ listed: ListedForecast; detail: ForecastDetail | null } | undefined> {
      const row: Row | undefined = await listed().where({ medicine_id: id }).first()
      if (!row) return undefined
      const found = await db('forecast_details').where({ medicine_id: id }).first('detail')
      return { listed: toListed(row), detail: row.method !== null && found ? JSON.parse(found.detail) : null }
    },
    async findDetails(ids: readonly string[]): Promise<Map<string, ForecastDetail>> {
      const rows = await db('forecast_details')
        .join('forecasts', 'forecasts.medicine_id', 'forecast_details.medicine_id')
        .whereIn('forecast_details.medicine_id', [...ids])
        .whereNotNull('method')
        .select('forecast_details.medicine_id as id', 'detail')
      return new Map(rows.map(({ id, detail }) => [id, JSON.parse(detail)]))
    },
    async monthTotals(): Promise<{ madeOn: string; units: number[] }[]> {
      const sums = Object.fromEntries(monthColumns.map((column) => [column, column]))
      const rows = await db('forecasts').whereNotNull('method').groupBy('made_on').select('made_on').sum(sums)
      return rows.map((row) => ({
        madeOn: row.made_on as string,
        units: monthColumns.map((column) => row[column] as number),
      }))
    },
    listIds: (): Promise<string[]> => db('forecasts').pluck('medicine_id'),
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
    /** Deletes forecasts of medicines that no longer exist, which the run therefore did not make. `ids` null means all. */
    async deleteOthers(run: string, ids: string[] | null): Promise<void> {
      if (ids === null) await db('forecasts').where('run', '<>', run).delete()
      for (const chunk of chunksOf(ids ?? [])) {
        await db('forecasts').whereIn('medicine_id', chunk).where('run', '<>', run).delete()
      }
      await db('forecast_details').whereNotIn('medicine_id', db('forecasts').select('medicine_id')).delete()
    },
  }
}

export function createForecastCache(db: Knex) {
  const cached = createVersionedCache<ReadonlyMap<string, ListedForecast>>(1)
  return (version: string | null) => cached(version, '', () => createForecastStore(db).list())
}
export type ListForecasts = ReturnType<typeof createForecastCache>
