import { explain as explainTable } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'

/** Asks the database how it would run `query`. */
export const explain = (db: Knex, query: Knex.QueryBuilder, table = 'medicines') =>
  explainTable(db, query, table)
