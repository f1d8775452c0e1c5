import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import { keepPrepared } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'mms-prepared-'))
const db = openDatabase(`sqlite:${join(folder, 'a.sqlite')}`)
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

test('a statement is prepared once, others each time', () => {
  const prepared: string[] = []
  const connection = {
    prepare(sql: string) {
      prepared.push(sql)
      return { sql }
    },
  }
  keepPrepared(connection)
  for (const sql of ['select 1', 'pragma x', 'select 1', 'pragma x', 'select 2']) {
    expect(connection.prepare(sql)).toEqual({ sql })
  }
  expect(prepared).toEqual(['select 1', 'pragma x', 'pragma x', 'select 2'])
})

test('a statement that is kept sees what became of its table, in this process and in another', async () => {
  await db.schema.createTable('shelves', (table) => void table.integer('a'))
  await db('shelves').insert({ a: 1 })
  const list = () => db('shelves').select('*')
  expect(await list()).toEqual([{ a: 1 }])
  await db.schema.alterTable('shelves', (table) => void table.integer('b').defaultTo(2))
  expect(await list()).toEqual([{ a: 1, b: 2 }])
  const other = openDatabase(`sqlite:${join(folder, 'a.sqlite')}`)
  await other.schema.dropTable('shelves')
  await other.schema.createTable('shelves', (table) => void table.string('c'))
  await other('shelves').insert({ c: 'x' })
  await other.destroy()
  expect(await list()).toEqual([{ c: 'x' }])
  await db.schema.dropTable('shelves')
  await expect(list()).rejects.toThrow('no such table')
})
