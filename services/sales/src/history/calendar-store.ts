import type { Knex } from 'knex'

/** By the days of which time zone transactions are counted: one row. */
export function createCalendarStore(trx: Knex.Transaction) {
  const row = () => trx('calendar').where({ id: 1 })
  return {
    /** The zone counted by, which nobody else changes until the transaction ends; `timeZone` when there is none yet. */
    async lock(timeZone: string): Promise<string> {
      await trx('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').ignore()
      return (await row().forUpdate().first('time_zone')).time_zone
    },
    async update(timeZone: string): Promise<void> {
      await row().update({ time_zone: timeZone })
    },
  }
}
