import { chunksOf, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'

export function createRunStore(db: Knex) {
  const row = () => db('forecast_runs').where({ id: 1 })

  return {
    async prepare(): Promise<void> {
      await db('forecast_runs').insert({ id: 1 }).onConflict('id').ignore()
    },
    async basis(): Promise<string | null> {
      return (await row().first('basis'))?.basis ?? null
    },
    listDue: (): Promise<{ id: string; marks: number }[]> =>
      db('forecasts_due').select({ id: 'medicine_id', marks: 'marks' }),
    async isDue(): Promise<boolean> {
      return (await db('forecasts_due').first('medicine_id')) !== undefined
    },
    async isMuchDue(): Promise<boolean> {
      if ((await row().first('basis'))?.basis == null) return true
      const countOf = async (table: string) => Number((await db(table).count({ count: '*' }).first())?.count)
      const due = await countOf('forecasts_due')
      return due > 0 && due * 10 > (await countOf('medicines'))
    },
    async claim(holder: string, now: Date, until: Date): Promise<boolean> {
      const leaseMs = until.getTime() - now.getTime()
      const free = (query: Knex.QueryBuilder) =>
        void query.whereNull('holder').orWhere((over) => whereDue(over, 'held_until', now, leaseMs))
      return (await row().where(free).update({ holder, held_until: until })) === 1
    },
    async renew(holder: string, until: Date): Promise<boolean> {
      return (await row().where({ holder }).update({ held_until: until })) === 1
    },
    async release(holder: string): Promise<void> {
      await row().where({ holder }).update({ holder: null, held_until: null })
    },
    /** The count of rounds changes the version of cached figures, which used earlier forecasts. */
    async finishRound(holder: string, basis: string): Promise<void> {
      await row().where({ holder }).update({ basis }).increment('rounds', 1)
    },
    async deleteDue(made: { id: string; marks: number }[]): Promise<void> {
      const byMarks = Map.groupBy(made, ({ marks }) => marks)
      for (const [marks, due] of byMarks) {
        for (const chunk of chunksOf(due.map(({ id }) => id))) {
          await db('forecasts_due').whereIn('medicine_id', chunk).where({ marks }).delete()
        }
      }
    },
  }
}
