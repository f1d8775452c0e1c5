import { type CounterLimits, defaultCounterLimits, type LimitChange } from '@mms/contracts'
import type { SavedLimits } from './store.ts'

export function differencesOf(
  before: CounterLimits,
  after: CounterLimits,
): Pick<LimitChange, 'limit' | 'from' | 'to'>[] {
  const names = Object.keys(defaultCounterLimits) as (keyof CounterLimits)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((limit) => ({ limit, from: before[limit], to: after[limit] }))
}

export function changesOf(saves: readonly SavedLimits[], before: CounterLimits): LimitChange[] {
  return saves.flatMap(({ limits, at, by }, index) =>
    differencesOf(saves[index + 1]?.limits ?? before, limits).map((difference) => ({
      at,
      by,
      ...difference,
    })),
  )
}
