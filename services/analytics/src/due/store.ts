import { addUp, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { countedUntil } from './counted-until.ts'

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
     * Marks medicines with facts of days that their forecast includes, or one of `today` would. Caches of past days use
     * these marks, too (`reports/past.ts`).
     */
    async markLate(facts: DatedFact[], today: string): Promise<void> {
      const earliest = new Map<string, string>()
      for (const { medicine_id, day } of facts) {
        if (day < (earliest.get(medicine_id) ?? '9999')) earliest.set(medicine_id, day)
      }
      const settled = countedUntil(today)
      const isLate = (day: string, counted = '9999') => day < settled || day < counted
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
