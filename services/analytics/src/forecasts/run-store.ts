import { chunksOf, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'

/** A medicine whose forecast is to be made again, and how often it was marked. */
export interface Due {
  id: string
  marks: number
}

/** Which replica makes forecasts, and what is to be made. One row, claimed by a guarded update. */
export function createRunStore(db: Knex) {
  const row = () => db('forecast_runs').where({ id: 1 })

  return {
    async prepare(): Promise<void> {
      await db('forecast_runs').insert({ id: 1 }).onConflict('id').ignore()
    },
    /** Fingerprint of what the forecasts were made for; null when all of them must be made again. */
    async basis(): Promise<string | null> {
      return (await row().first('basis'))?.basis ?? null
    },
    async listDue(): Promise<Due[]> {
      return db('forecasts_due').select({ id: 'medicine_id', marks: 'marks' })
    },
    async isDue(): Promise<boolean> {
      return (await db('forecasts_due').first('medicine_id')) !== undefined
    },
    /** Whether all forecasts, or those of more than a tenth of the medicines, are to be made. */
    async isMuchDue(): Promise<boolean> {
      if ((await row().first('basis'))?.basis == null) return true
      const countOf = async (table: string) => Number((await db(table).count({ count: '*' }).first())?.count)
      const due = await countOf('forecasts_due')
      return due > 0 && due * 10 > (await countOf('medicines'))
    },
    /** False when another replica works, and is not silent for longer than it said. */
    async claim(holder: string, now: Date, until: Date): Promise<boolean> {
      const leaseMs = until.getTime() - now.getTime()
      const free = (query: Knex.QueryBuilder) =>
        void query.whereNull('holder').orWhere((over) => whereDue(over, 'held_until', now, leaseMs))
      return (await row().where(free).update({ holder, held_until: until })) === 1
    },
    /** Proves that the run is still the holder's, and keeps it so until an instant. */
    async renew(holder: string, until: Date): Promise<boolean> {
      return (await row().where({ holder }).update({ held_until: until })) === 1
    },
    async release(holder: string): Promise<void> {
      await row().where({ holder }).update({ holder: null, held_until: null })
    },
    /** Invalidates what is cached by the previous forecasts. */
    async countRound(holder: string): Promise<void> {
      await row().where({ holder }).increment('rounds', 1)
    },
    async saveBasis(holder: string, basis: string): Promise<void> {
      await row().where({ holder }).update({ basis })
    },
    /** What was made is no longer due, unless it was marked again meanwhile. */
    async deleteDue(made: Due[]): Promise<void> {
      const byMarks = Map.groupBy(made, ({ marks }) => marks)
      for (const [marks, due] of byMarks) {
        for (const chunk of chunksOf(due.map(({ id }) => id))) {
          await db('forecasts_due').whereIn('medicine_id', chunk).where({ marks }).delete()
        }
      }
    },
  }
}
