import type { Knex } from 'knex'

/**
 * The statements that `db` sends while `work` runs, `BEGIN;` and `COMMIT;` too, as they are compiled. Nothing else may
 * use that `db` meanwhile.
 *
 * @example expect(await statementsOf(db, () => store.list('?limit=50'))).toHaveLength(1)
 */
export async function statementsOf(db: Knex, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const note = ({ sql }: { sql: string }) => void sent.push(sql)
  db.on('query', note)
  await work().finally(() => db.off('query', note))
  return sent
}
