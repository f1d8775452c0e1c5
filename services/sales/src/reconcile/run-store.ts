import type { Knex } from 'knex'
import type { Report } from './rules.ts'

/** How the runs of the reconciler stand: one row, of which each run is a guarded update. */
export function createRunStore(db: Knex) {
  const row = () => db('reconciliation').where({ id: 1 })
  const heldBy = (holder: string) => row().where({ holder })
  const changed = async (update: Knex.QueryBuilder) => (await update) === 1

  return {
    /** Makes the row, unless it is there, and begins to count the age of runs that never came. */
    async prepare(now: Date, nextRunAt: Date): Promise<void> {
      await db('reconciliation')
        .insert({ id: 1, next_run_at: nextRunAt, mismatches: 0 })
        .onConflict('id')
        .ignore()
      await row().whereNull('watched_since').update({ watched_since: now })
    },
    /** Takes the run that is due, until an instant; false when none is, or another has it. */
    claimDue: (holder: string, now: Date, until: Date): Promise<boolean> =>
      changed(row().where('next_run_at', '<=', now).update({ holder, next_run_at: until })),
    /** Takes a run that need not be due, unless one is under way. */
    claimFree: (holder: string, now: Date, until: Date): Promise<boolean> =>
      changed(
        row()
          .where((free) => void free.whereNull('holder').orWhere('next_run_at', '<=', now))
          .update({ holder, next_run_at: until }),
      ),
    /** Proves that the run is still the holder's, and keeps it so until an instant. */
    renew: (holder: string, until: Date): Promise<boolean> =>
      changed(heldBy(holder).update({ next_run_at: until })),
    /** Gives the run back without a result. */
    release: (holder: string, nextRunAt: Date): Promise<boolean> =>
      changed(heldBy(holder).update({ holder: null, next_run_at: nextRunAt })),
    /** Writes the result of a run that is still the holder's. */
    finish: (holder: string, report: Report, nextRunAt: Date): Promise<boolean> =>
      changed(
        heldBy(holder).update({
          holder: null,
          next_run_at: nextRunAt,
          mismatches: report.mismatches,
          finished_at: new Date(report.finishedAt),
          report: JSON.stringify(report),
        }),
      ),
    async nextRunAt(): Promise<Date> {
      return new Date((await row().first('next_run_at')).next_run_at)
    },
    async mismatches(): Promise<number> {
      return (await row().first('mismatches'))?.mismatches ?? 0
    },
    /** Since the last run finished, or since runs are expected when none has; 0 before that. */
    async ageSeconds(): Promise<number> {
      const found = await row().first('finished_at', 'watched_since')
      const since = found?.finished_at ?? found?.watched_since
      return since == null ? 0 : (Date.now() - new Date(since).getTime()) / 1000
    },
  }
}
