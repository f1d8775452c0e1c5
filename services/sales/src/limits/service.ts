import {
  type CounterLimits,
  type CounterLimitsShown,
  defaultCounterLimits,
  type LimitChange,
} from '@mms/contracts'
import { differences, inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createLimitsStore, type SavedLimits } from './store.ts'

function differencesOf(
  before: CounterLimits,
  after: CounterLimits,
): Pick<LimitChange, 'limit' | 'from' | 'to'>[] {
  const names = Object.keys(defaultCounterLimits) as (keyof CounterLimits)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((limit) => ({ limit, from: before[limit], to: after[limit] }))
}

function changesOf(saves: readonly SavedLimits[], before: CounterLimits): LimitChange[] {
  return saves.flatMap(({ limits, at, by }, index) =>
    differencesOf(saves[index + 1]?.limits ?? before, limits).map((difference) => ({
      at,
      by,
      ...difference,
    })),
  )
}

const SAVES_SHOWN = 50
const NAME_LENGTH = 200
const RECENT_MS = 1_000
const unsaved = { version: 0, limits: defaultCounterLimits }

const staleVersion = () =>
  problem.preconditionFailed(
    'sales.limits_changed',
    'Another administrator has changed these since; look at them again',
  )

export function createLimitsService(db: Knex) {
  const store = createLimitsStore(db)

  let cached: { at: number; limits: Promise<CounterLimits> } | undefined
  const present = async () => (await store.list(1))[0] ?? unsaved

  async function show(): Promise<CounterLimitsShown> {
    const saves = await store.list(SAVES_SHOWN + 1)
    const { version, limits } = saves[0] ?? unsaved
    const before = saves[SAVES_SHOWN]?.limits ?? defaultCounterLimits
    return { ...limits, version, changes: changesOf(saves.slice(0, SAVES_SHOWN), before) }
  }

  return {
    show,
    find: async (): Promise<CounterLimits> => (await present()).limits,
    /** A cached value for warnings and remarks, so that sales do not wait. */
    recent(): Promise<CounterLimits> {
      const now = performance.now()
      if (!cached || now - cached.at > RECENT_MS) {
        const limits = present().then((saved) => saved.limits)
        cached = { at: now, limits }
        limits.catch(() => {
          cached = undefined
        })
      }
      return cached.limits
    },
    async update(
      limits: CounterLimits,
      isCurrent: (version: number) => boolean,
      author: { id: string; name: string },
    ): Promise<CounterLimitsShown> {
      const { version, limits: before } = await present()
      if (!isCurrent(version)) throw staleVersion()
      if (differencesOf(before, limits).length === 0) return show()
      const by = { _id: author.id, name: author.name.slice(0, NAME_LENGTH) }
      try {
        await inTransaction(db, async (trx) => {
          const at = new Date().toISOString()
          await createLimitsStore(trx).insert({ version: version + 1, limits, at, by })
          const fields = Object.keys(limits) as (keyof CounterLimits)[]
          const values = differences(before, limits, fields)
          await recordChange(trx, { action: 'settings.changed', subject: 'counter-limits', ...values })
        })
      } catch (error) {
        throw isUniqueViolation(error) ? staleVersion() : error
      }
      cached = undefined
      return show()
    },
  }
}
export type LimitsService = ReturnType<typeof createLimitsService>
