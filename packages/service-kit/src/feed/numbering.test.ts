import type { Knex } from 'knex'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { type OpenTestDatabase, testDatabases } from '../test-support/databases.ts'
import { createFeed } from './feed.ts'
import { createNumbering } from './numbering.ts'
import { appendEvents } from './outbox.ts'
import { feedMigrations } from './tables.ts'

const log = pino({ level: 'silent' })

describe.each(testDatabases())('the numbering of a feed on $name', ({ open }) => {
  let database: OpenTestDatabase
  beforeAll(async () => {
    database = await open()
    await migrate(database.db, feedMigrations('20260101000000'), { log })
  })
  afterAll(() => database.close())
  const append = () =>
    inTransaction(database.db, (trx) => appendEvents(trx, [{ type: 'x', subject: 'a', data: {} }]))

  /** The database, but its first transaction begins when told to: as on a connection that died unnoticed. */
  function hangingOnce() {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { db } = database
    const transaction = db.transaction.bind(db) as (
      work: (trx: Knex.Transaction) => Promise<unknown>,
    ) => unknown
    const begin = vi.fn(transaction).mockImplementationOnce((work) => ended.then(() => transaction(work)))
    const hanging = new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? begin : Reflect.get(target, name)),
    })
    return { db: hanging, end }
  }
  function stoppedClock() {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    return { set: (ms: number) => void clock.mockReturnValue(ms) }
  }

  test('is shared by all who ask while it is under way', async () => {
    await append()
    const number = createNumbering(database.db)
    expect(await Promise.all([number(), number(), number()])).toEqual([1, 1, 1])
  })

  test('that hangs holds up those of its first five seconds only, and does no harm when it goes on', async () => {
    const clock = stoppedClock()
    const { db, end } = hangingOnce()
    await append()
    const number = createNumbering(db)
    const hanging = [number()]
    clock.set(5_000)
    hanging.push(number())
    clock.set(5_001)
    expect(await number()).toBe(1)
    await append()
    end()
    expect(await Promise.all(hanging)).toEqual([1, 1])
    clock.set(6_000)
    expect(await number()).toBe(0)
    expect(await createFeed({ db: database.db, source: 'test' }).read({})).toHaveLength(3)
  })
})
