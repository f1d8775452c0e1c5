import type { Knex } from 'knex'

/** Statements that `db` sends during `work`, including `BEGIN;` and `COMMIT;`. Nothing else may use `db` meanwhile. */
export async function statementsOf(db: Knex, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const note = ({ sql }: { sql: string }) => void sent.push(sql)
  db.on('query', note)
  await work().finally(() => db.off('query', note))
  return sent
}
