import type { Knex } from 'knex'
import type { Report } from './rules.ts'

export function createResultStore(db: Knex) {
  const row = () => db('reconciliation').where({ id: 1 })

  return {
    /** Creates the row and starts the age of runs. */
    async prepare(now: Date): Promise<void> {
      await db('reconciliation')
        .insert({ id: 1, watched_since: now, mismatches: 0 })
        .onConflict('id')
        .ignore()
    },
    async save(report: Report): Promise<void> {
      const result = {
        mismatches: report.mismatches,
        finished_at: new Date(report.finishedAt),
        report: JSON.stringify(report),
      }
      await db('reconciliation')
        .insert({ id: 1, ...result })
        .onConflict('id')
        .merge(result)
    },
    async mismatches(): Promise<number> {
      return (await row().first('mismatches'))?.mismatches ?? 0
    },
    async ageSeconds(): Promise<number> {
      const found = await row().first('finished_at', 'watched_since')
      const ages = [found?.finished_at, found?.watched_since].flatMap((at) =>
        at == null ? [] : (Date.now() - new Date(at).getTime()) / 1000,
      )
      // A finish time in the future would hide missing runs.
      return ages.find((age) => age >= 0) ?? 0
    },
  }
}
