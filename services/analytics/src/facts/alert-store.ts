import type { Knex } from 'knex'
import { addUp } from './sum-store.ts'

/** Alerts of one type raised on a store day. */
export interface AlertDay {
  day: string
  type: string
  raised: number
}
export const alertKeys: ('day' | 'type')[] = ['day', 'type']
export const alertSums: 'raised'[] = ['raised']

export function createAlertDayStore(db: Knex) {
  return {
    add: (days: AlertDay[]): Promise<void> => addUp(db, 'alert_days', days, alertKeys, alertSums),
    /** Forgets everything but these. */
    async replaceAll(days: AlertDay[]): Promise<void> {
      await db('alert_days').delete()
      await this.add(days)
    },
  }
}
