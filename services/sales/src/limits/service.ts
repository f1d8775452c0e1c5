import { type CounterLimits, type CounterLimitsShown, defaultCounterLimits } from '@mms/contracts'
import { differences, inTransaction, isUniqueViolation, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import { changesOf, differencesOf } from './rules.ts'
import { createLimitsStore } from './store.ts'

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

  let kept: { at: number; limits: Promise<CounterLimits> } | undefined
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
      if (!kept || now - kept.at > RECENT_MS) {
        const limits = present().then((saved) => saved.limits)
        kept = { at: now, limits }
        limits.catch(() => {
          kept = undefined
        })
      }
      return kept.limits
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
      kept = undefined
      return show()
    },
  }
}
export type LimitsService = ReturnType<typeof createLimitsService>
