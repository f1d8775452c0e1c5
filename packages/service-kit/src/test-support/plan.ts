import type { Knex } from 'knex'
import { isEmbedded } from '../database/open.ts'

export interface Plan {
  index: string | undefined
  covering: boolean
  sorted: boolean
  text: string
}

interface SqliteStep {
  detail: string
}

interface MysqlStep {
  table: string
  key: string | null
  Extra: string
}

function sqlitePlan(steps: SqliteStep[], table: string): Plan {
  const text = steps.map(({ detail }) => detail).join('\n')
  const step = new RegExp(`(?:SEARCH|SCAN) ${table} USING (COVERING )?INDEX (\\w+)`).exec(text)
  return {
    index: step?.[2]?.replace(/^sqlite_autoindex_\w+_1$/, 'PRIMARY'),
    covering: step?.[1] !== undefined,
    sorted: text.includes('TEMP B-TREE') && !text.includes('SCAN found'),
    text,
  }
}

function mysqlPlan(steps: MysqlStep[], table: string): Plan {
  // In a join that finds ids first, the innermost step comes last.
  const step = steps.findLast((candidate) => candidate.table === table)
  return {
    index: step?.key ?? undefined,
    covering: /Using index(?! condition)/.test(step?.Extra ?? ''),
    sorted: step?.Extra.includes('filesort') ?? false,
    text: JSON.stringify(steps, null, 1),
  }
}

/** Explains how the database would run `query` on `table`. */
export async function explain(db: Knex, query: Knex.QueryBuilder, table: string): Promise<Plan> {
  const { sql, bindings } = query.toSQL().toNative()
  if (isEmbedded(db)) {
    return sqlitePlan(await db.raw(`explain query plan ${sql}`, bindings as Knex.Value[]), table)
  }
  const [steps] = await db.raw(`explain ${sql}`, bindings as Knex.Value[])
  return mysqlPlan(steps, table)
}
