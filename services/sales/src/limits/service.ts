import {
  type CounterLimits,
  defaultCounterLimits,
  type LimitChange,
  type ShownCounterLimits,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { createSavedSettings } from '../saved-settings/store.ts'

const names = Object.keys(defaultCounterLimits) as (keyof CounterLimits)[]

const SAVES_SHOWN = 50

export function createLimitsService(db: Knex) {
  const saved = createSavedSettings(db, {
    table: 'counter_limits',
    column: 'limits',
    defaults: defaultCounterLimits,
    subject: 'counter-limits',
    staleCode: 'sales.limits_changed',
  })

  async function show(): Promise<ShownCounterLimits> {
    const saves = await saved.list(SAVES_SHOWN + 1)
    const changes = saves.slice(0, SAVES_SHOWN).flatMap(({ value, at, by }, index): LimitChange[] => {
      const before = saves[index + 1]?.value ?? defaultCounterLimits
      const changed = names.filter((name) => before[name] !== value[name])
      return changed.map((limit) => ({ at, by, limit, from: before[limit], to: value[limit] }))
    })
    const { value, version } = saves[0] ?? { value: defaultCounterLimits, version: 0 }
    return { ...value, version, changes }
  }

  return {
    show,
    find: async (): Promise<CounterLimits> => (await saved.present()).value,
    /** May be a second old; good enough for warnings and remarks. */
    recent: async (): Promise<CounterLimits> => (await saved.recent()).value,
    async update(...change: Parameters<typeof saved.update>) {
      await saved.update(...change)
      return show()
    },
  }
}
export type LimitsService = ReturnType<typeof createLimitsService>
