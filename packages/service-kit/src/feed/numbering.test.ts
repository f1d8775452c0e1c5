import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { createFeed } from './feed.ts'
import { createNumbering } from './numbering.ts'
import { appendEvents } from './outbox.ts'
import { feedMigrations } from './tables.ts'

const log = pino({ level: 'silent' })

describe.each(testDatabases())('the numbering of a feed on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrate(database.db, feedMigrations('20260101000000'), { log })
  })
  const append = () =>
    inTransaction(database.db, (trx) => appendEvents(trx, [{ type: 'x', subject: 'a', data: {} }]))

  test('is shared by all who ask while it is under way', async () => {
    await append()
    const number = createNumbering(database.db)
    expect(await Promise.all([number(), number(), number()])).toEqual([1, 1, 1])
  })

  test('begins after those who asked: what they had committed has a position', async () => {
    const number = createNumbering(database.db)
    await append()
    const running = number()
    await append()
    await Promise.all([running, number()])
    expect(await database.db('outbox').whereNull('position')).toEqual([])
    expect(await createFeed({ db: database.db, source: 'test' }).read({})).toHaveLength(3)
  })
})
