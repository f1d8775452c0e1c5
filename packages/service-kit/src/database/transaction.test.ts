import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { isConflict, isDatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'
import { createTableOnce } from './schema.ts'
import { inTransaction } from './transaction.ts'

describe.each(testDatabases())('inTransaction on $name', ({ open, name }) => {
  const database = openForTests(() => open())
  let db: Knex
  /** The same database as another process sees it. */
  let other: Knex
  const stock = (id: string) => db('stock').where({ id }).first('units')
  const add = (trx: Knex, id: string) => trx('stock').where({ id }).increment('units', 1)

  beforeAll(async () => {
    db = database.db
    other = openDatabase(database.url)
    await createTableOnce(db, 'stock', (table) => {
      table.string('id', 10).primary()
      table.integer('units').notNullable()
    })
  })
  beforeEach(async () => {
    await db('stock').delete()
    await db('stock').insert(['a', 'b'].map((id) => ({ id, units: 0 })))
  })
  afterAll(() => other.destroy())

  test('commits what the work did, and undoes everything when it fails, without another run', async () => {
    expect(await inTransaction(db, (trx) => add(trx, 'a').then(() => 'done'))).toBe('done')
    expect(await stock('a')).toEqual({ units: 1 })
    let runs = 0
    const work = async (trx: Knex) => {
      runs += 1
      await add(trx, 'a')
      throw new Error('no')
    }
    await expect(inTransaction(db, work)).rejects.toThrow('no')
    expect(runs).toBe(1)
    expect(await stock('a')).toEqual({ units: 1 })
    await expect(db.transaction((trx) => inTransaction(trx, async () => 1))).rejects.toThrow(TypeError)
  })

  test('runs the whole work again after a deadlock or a snapshot that was overtaken', async () => {
    const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    const crosswise = (first: string, second: string, turn: number) => async (trx: Knex) => {
      runs += 1
      await add(trx, first)
      firstLocks[turn]?.resolve()
      await firstLocks[1 - turn]?.promise
      await add(trx, second)
    }
    const overtaken = async (trx: Knex) => {
      runs += 1
      await trx('stock').first()
      if (runs <= 8) await add(other, 'a')
      await add(trx, 'b')
    }
    if (name === 'mariadb') {
      await Promise.all([
        inTransaction(db, crosswise('a', 'b', 0)),
        inTransaction(db, crosswise('b', 'a', 1)),
      ])
      expect(await stock('a')).toEqual({ units: 2 })
      expect(await stock('b')).toEqual({ units: 2 })
      expect(runs).toBe(3)
    } else {
      await inTransaction(db, overtaken)
      expect(await stock('a')).toEqual({ units: 8 })
      expect(await stock('b')).toEqual({ units: 1 })
      expect(runs).toBe(9)
    }
  })

  test('gives up after many conflicts, with an error that means "try later"', async () => {
    let runs = 0
    const conflict = Object.assign(new Error('deadlock'), { errno: 1213 })
    const error = await inTransaction(db, async () => {
      runs += 1
      throw conflict
    }).catch((reason: unknown) => reason)
    expect(runs).toBe(name === 'mariadb' ? 6 : 12)
    expect([isConflict(error), isDatabaseUnavailable(error)]).toEqual([true, true])
  })
})
