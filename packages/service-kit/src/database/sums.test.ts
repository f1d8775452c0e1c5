import type { Knex } from 'knex'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { addToSums, rupeesOfSum, sumByKeys, sumsOf } from './sums.ts'

const MOST = Number.MAX_SAFE_INTEGER

test('rows of the same keys are added together', () => {
  const rows = [
    { day: 'a', paise: MOST - 2 },
    { day: 'a', paise: 1 },
    { day: 'a', paise: 1 },
    { day: 'b', paise: 2 },
  ]
  expect(sumByKeys(rows, ['day'], ['paise'])).toEqual([
    { day: 'a', paise: MOST },
    { day: 'b', paise: 2 },
  ])
})

describe.each(testDatabases())('sums on $name', ({ open }) => {
  const database = openForTests(() => open())
  let db: Knex
  beforeAll(async () => {
    db = database.db
    await db.schema.createTable('days', (table) => {
      table.string('day', 10).primary()
      table.bigInteger('paise').notNullable()
    })
  })
  beforeEach(() => db('days').delete())

  const add = (day: string, ...amounts: number[]) =>
    addToSums(
      db,
      'days',
      amounts.map((paise) => ({ day, paise })),
      ['day'],
      ['paise'],
    )
  const stored = async () => (await db('days').first(db.raw('cast(paise as char) as paise'))).paise
  const total = async () => (await db('days').select(sumsOf(db, { total: 'paise' })))[0].total

  test('are exact beyond a number, in the table and back below it', async () => {
    await add('a', MOST)
    await add('a', 2)
    expect(await stored()).toBe('9007199254740993')
    expect(await total()).toBeGreaterThan(MOST)
    await add('a', -2)
    expect(await total()).toBe(MOST)
  })

  test('of no row are null', async () => {
    expect(await total()).toBeNull()
  })
})

test('a sum of paise is exact or refused, also where the parts beyond a number cancel out', () => {
  expect(rupeesOfSum([])).toBe(0)
  expect(rupeesOfSum(['1250', 50, -300])).toBe(10)
  expect(rupeesOfSum([MOST - 99, 99])).toBe(MOST / 100)
  for (const amounts of [
    [MOST, 1],
    [MOST + 1],
    ['9007199254740993'],
    [2 ** 60, -(2 ** 60)],
    [MOST, 2, -2],
    [-10, '9007199254740993'],
  ]) {
    expect(() => rupeesOfSum(amounts)).toThrow('cannot be shown exactly')
  }
})
