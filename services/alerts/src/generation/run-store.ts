import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

/** How the generations stand: one row, of which each step is a guarded update. */
export function createRunStore(db: Knex) {
  const row = () => db('generation').where({ id: 1 })
  const changed = async (update: Knex.QueryBuilder) => (await update) === 1

  return {
    /** Makes the row, unless it is there: the first generation is due. */
    async prepare(now: Date): Promise<void> {
      await db('generation').insert({ id: 1, next_run_at: now }).onConflict('id').ignore()
    },
    /** Takes the generation that is due, until an instant; false when none is, or another has it. */
    claimDue: (holder: string, now: Date, until: Date): Promise<boolean> =>
      changed(row().where('next_run_at', '<=', now).update({ holder, next_run_at: until })),
    /** Proves that it is still the holder's, and keeps it so until an instant. */
    renew: (holder: string, until: Date): Promise<boolean> =>
      changed(row().where({ holder }).update({ next_run_at: until })),
    /** Gives it back without a result. */
    release: (holder: string, nextRunAt: Date): Promise<boolean> =>
      changed(row().where({ holder }).update({ holder: null, next_run_at: nextRunAt })),
    /** Notes that one that is still the holder's is through. */
    finish: (holder: string, finishedAt: Date, nextRunAt: Date): Promise<boolean> =>
      changed(
        row().where({ holder }).update({ holder: null, finished_at: finishedAt, next_run_at: nextRunAt }),
      ),
    /** Lets one be due at once; one that is under way loses its lease, since it may have read what was there before. */
    makeDue: (now: Date): Promise<boolean> => changed(row().update({ holder: null, next_run_at: now })),
    /** When the last one was through; null before the first. */
    async finishedAt(): Promise<Date | null> {
      const found = await row().first('finished_at')
      return found?.finished_at == null ? null : new Date(toInstant(found.finished_at))
    },
  }
}
