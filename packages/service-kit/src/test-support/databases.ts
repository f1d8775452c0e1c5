import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { openDatabase } from '../database/open.ts'

export interface OpenTestDatabase {
  db: Knex
  url: string
  close(): Promise<void>
}

export interface TestDatabase {
  name: 'sqlite' | 'mariadb'
  open(): Promise<OpenTestDatabase>
}

async function openSqlite(): Promise<OpenTestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-sqlite-'))
  const url = `sqlite:${join(folder, 'test.sqlite')}`
  const db = openDatabase(url)
  // Tests do not cut the power.
  await db.raw('pragma synchronous = off')
  const close = async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
  return { db, url, close }
}

async function openMariaDb(): Promise<OpenTestDatabase> {
  // Imported here, because other users of this module do not run under vitest.
  const { inject } = await import('vitest')
  const server = inject('mariaDbUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(`${server}mysql`, { poolSize: 1 })
  await admin.raw('create database ??', [name])
  const url = `${server}${name}`
  const db = openDatabase(url)
  const close = async () => {
    await db.destroy()
    await admin.raw('drop database ??', [name])
    await admin.destroy()
  }
  return { db, url, close }
}

/** Both database kinds, or the one in `TEST_DATABASES`, for `describe.each`. */
export function testDatabases(): TestDatabase[] {
  const all: TestDatabase[] = [
    { name: 'sqlite', open: openSqlite },
    { name: 'mariadb', open: openMariaDb },
  ]
  const { TEST_DATABASES: only = '' } = process.env
  return all.filter(({ name }) => only === '' || only === name)
}
