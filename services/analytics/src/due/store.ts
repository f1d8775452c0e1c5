import { addUp, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { countedUntil } from './counted-until.ts'

/** Something that happened to a medicine on a store day. */
interface DatedFact {
  medicine_id: string
  day: string
}

/** Says whose forecasts must be made anew, in the transaction that changes what they are made from. */
export function createDueStore(db: Knex) {
  async function mark(ids: Iterable<string>): Promise<void> {
    const rows = [...new Set(ids)].map((medicine_id) => ({ medicine_id, marks: 1 }))
    await addUp(db, 'forecasts_due', rows, ['medicine_id'], ['marks'])
  }

  return {
    mark,
    /**
     * Those of which a day was told that their forecast had counted already, or a forecast of `today` would have; what
     * happens today is no part of one. What is kept of the past goes by these marks, too (`reports/past.ts`).
     */
    async markLate(facts: DatedFact[], today: string): Promise<void> {
      const earliest = new Map<string, string>()
      for (const { medicine_id, day } of facts) {
        const known = earliest.get(medicine_id)
        if (known === undefined || day < known) earliest.set(medicine_id, day)
      }
      const settled = countedUntil(today)
      const isLate = (day: string, counted = '9999') => day < settled || day < counted
      for (const ids of chunksOf([...earliest.keys()])) {
        const rows = await db('forecasts').whereIn('medicine_id', ids).select('medicine_id', 'counted_until')
        const counted = new Map(rows.map(({ medicine_id, counted_until }) => [medicine_id, counted_until]))
        await mark(ids.filter((id) => isLate(earliest.get(id) as string, counted.get(id))))
      }
    },
    /** All of them: what was known is replaced. Whoever makes forecasts from that stops. */
    async markAll(): Promise<void> {
      await db('forecast_runs').update({ basis: null, holder: null })
    },
  }
}
