import { join } from 'node:path'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type Migration, migrate } from '../database/migrate.ts'
import { isEmbedded } from '../database/open.ts'
import { testDatabases } from './databases.ts'
import { storedIn } from './stored.ts'

function split(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${letter}`)
  }
  return parts
}

const plain = (text: string) => text.replaceAll(/[`"]/g, '').trim()

/** Sorted, because their order depends on the migrations. */
function partsOf(createTable: string): string[] {
  const [start, end] = [createTable.indexOf('('), createTable.lastIndexOf(')')]
  const options = createTable.slice(end + 1).replace(/ AUTO_INCREMENT=\d+/, '')
  return [
    ...split(createTable.slice(start + 1, end))
      .map(plain)
      .toSorted(),
    plain(options),
  ].filter(Boolean)
}

async function linesOf(db: Knex, table: string): Promise<string[]> {
  if (!isEmbedded(db)) {
    const [[row]] = await db.raw('show create table ??', [table])
    return partsOf(row['Create Table'])
  }
  const of = (type: string) => db('sqlite_master').where({ tbl_name: table, type }).whereNotNull('sql')
  const [[createTable = ''], indexes] = await Promise.all([
    of('table').pluck('sql'),
    of('index').pluck('sql'),
  ])
  return [...partsOf(createTable), ...indexes.map(plain).toSorted()]
}

async function schemaOf(db: Knex): Promise<string> {
  const rows = Object.entries(await storedIn(db)).filter(([table]) => !table.startsWith('knex_'))
  const tables = rows.map(async ([table, { length }]) =>
    [`${table}: ${length} rows`, ...(await linesOf(db, table))].join('\n  '),
  )
  return `${(await Promise.all(tables)).join('\n\n')}\n`
}

/**
 * Compares the migrated schema with `schema.sqlite.txt` and `schema.mariadb.txt` in `folder`. Update them with `npx
 * vitest run FILE -u`.
 */
export function testSchema(migrations: Migration[], folder: string): void {
  describe.each(testDatabases())('the schema on $name', ({ name, open }) => {
    test('is the one that is on record', async () => {
      const { db, close } = await open()
      await migrate(db, migrations, { log: pino({ level: 'silent' }) })
      await expect(await schemaOf(db)).toMatchFileSnapshot(join(folder, `schema.${name}.txt`))
      await close()
    })
  })
}
