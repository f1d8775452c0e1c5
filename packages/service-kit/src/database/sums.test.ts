import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenTestDatabase, testDatabases } from '../test-support/databases.ts'
import { addUp, sumsOf, tally } from './sums.ts'

const MOST = Number.MAX_SAFE_INTEGER
const CEILING = '4000000000000000000'

test('rows are added together to the last digit', () => {
  const rows = [
    { day: 'a', paise: MOST },
    { day: 'a', paise: 1 },
    { day: 'a', paise: 1 },
    { day: 'b', paise: 2 },
  ]
  const [a, b] = tally<object>(rows, ['day'] as never[], ['paise'] as never[])
  expect([a, b]).toEqual([
    { day: 'a', paise: '9007199254740993' },
    { day: 'b', paise: 2 },
  ])
  const back = [a, { day: 'a', paise: -2 }] as typeof rows
  expect(tally(back, ['day'], ['paise'])).toEqual([{ day: 'a', paise: MOST }])
})

describe.each(testDatabases())('sums on $name', ({ open }) => {
  let database: OpenTestDatabase
  let db: Knex
  beforeAll(async () => {
    database = await open()
    db = database.db
    await db.schema.createTable('days', (table) => {
      table.string('day', 10).primary()
      table.bigInteger('paise').notNullable()
    })
  })
  beforeEach(() => db('days').delete())
  afterAll(() => database.close())

  const add = (day: string, ...amounts: (number | string)[]) =>
    addUp(
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
    await add('b', '3000000000000000000')
    await add('c', '-3000000000000000000')
    expect(await total()).toBe(MOST)
  })

  test('stop at a ceiling and stay there, whether they get there in one step or in many', async () => {
    for (const sign of ['', '-']) {
      await db('days').delete()
      for (let n = 0; n < 3; n += 1) await add('a', `${sign}3000000000000000000`)
      await add('a', sign === '' ? -1 : 1, `${sign === '' ? '-' : ''}3000000000000000000`)
      expect(await stored()).toBe(sign + CEILING)
      await db('days').delete()
      await add('a', 5)
      await add('a', `${sign}9000000000000000000`, sign === '' ? -7 : 7)
      await add('a', -5)
      expect(await stored()).toMatch(new RegExp(`^${sign}9000000000000000000$`))
    }
  })

  test('of many that no column holds, or that would cancel out with one that stopped, are beyond a number', async () => {
    for (const day of ['a', 'b', 'c', 'd']) await add(day, '3900000000000000000')
    expect(await total()).toBeGreaterThan(MOST)
    await db('days').delete()
    await add('a', '3000000000000000000', '3000000000000000000')
    await add('b', '-3000000000000000000', '-3000000000000000000')
    expect(await total()).toBeGreaterThan(MOST)
  })

  test('of no row are null', async () => {
    expect(await total()).toBeNull()
  })
})
