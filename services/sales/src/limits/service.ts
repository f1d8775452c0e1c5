import {
  type CounterLimits,
  defaultCounterLimits,
  type LimitChange,
  type ShownCounterLimits,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { createSavedSettings, type SavedVersion } from '../saved-settings/store.ts'

function differencesOf(
  before: CounterLimits,
  after: CounterLimits,
): Pick<LimitChange, 'limit' | 'from' | 'to'>[] {
  const names = Object.keys(defaultCounterLimits) as (keyof CounterLimits)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((limit) => ({ limit, from: before[limit], to: after[limit] }))
}

function changesOf(saves: readonly SavedVersion<CounterLimits>[], before: CounterLimits): LimitChange[] {
  return saves.flatMap(({ value, at, by }, index) =>
    differencesOf(saves[index + 1]?.value ?? before, value).map((difference) => ({
      at,
      by,
      ...difference,
    })),
  )
}

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
    const before = saves[SAVES_SHOWN]?.value ?? defaultCounterLimits
    return {
      ...(saves[0]?.value ?? defaultCounterLimits),
      version: saves[0]?.version ?? 0,
      changes: changesOf(saves.slice(0, SAVES_SHOWN), before),
    }
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
