import { explain as explainTable } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'

/** Returns the database's plan for `query`. */
export const explain = (db: Knex, query: Knex.QueryBuilder, table = 'medicines') =>
  explainTable(db, query, table)
