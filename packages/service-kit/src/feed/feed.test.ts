import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, type FeedEvent } from '@mms/contracts'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { inTransaction } from '../database/transaction.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { explain } from '../test-support/plan.ts'
import { createFeed, type Feed } from './feed.ts'
import { startNewEpoch } from './numbering.ts'
import { appendEvents } from './outbox.ts'
import { feedMigrations } from './tables.ts'
import { feedJobs } from './upkeep.ts'

const log = pino({ level: 'silent' })
const event = (subject: string, data: unknown = {}) => ({ type: 'test.changed', subject, data })
const subjects = (events: FeedEvent[]) => events.map((entry) => entry.subject)
const positions = (events: FeedEvent[]) => events.map((entry) => Number(entry.id.split('.')[1]))

describe.each(testDatabases())('the feed on $name', ({ open, name }) => {
  const database = openForTests(() => open())
  let db: Knex
  let feed: Feed
  const append = (...names: string[]) =>
    inTransaction(db, (trx) =>
      appendEvents(
        trx,
        names.map((n) => event(n)),
      ),
    )
  const refusal = ({ status, code }: { status: number; code: string }) => `${status} ${code}`
  const status = (lastEventId: string) => feed.read({ lastEventId }).then(() => 200, refusal)

  beforeAll(async () => {
    db = database.db
    await migrate(db, feedMigrations('20260101000000'), { log })
    feed = createFeed({ db, source: 'test' })
  })
  beforeEach(async () => {
    await db('outbox').delete()
    await db('feed_head').update({ epoch: randomUUID(), position: 0, pruned_to: 0 })
  })

  test('tells events as CloudEvents, in the order of their commits, without gaps', async () => {
    const data = { name: 'नाम', stock: 3, expiryDate: null, nested: [{ a: 1 }] }
    await inTransaction(db, (trx) => appendEvents(trx, [event('a', data)]))
    await append('b', 'c')
    const events = await feed.read({})
    const [epoch] = (await feed.head()).split('.')
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const first = { ...event('a', data), specversion: '1.0', id: `${epoch}.1`, source: 'test', time }
    expect(events[0]).toEqual(first)
    expect(subjects(events)).toEqual(['a', 'b', 'c'])
    expect(positions(events)).toEqual([1, 2, 3])
    expect(await feed.head()).toBe(`${epoch}.3`)
  })

  test('goes on after the last event a reader has, as many as it asks for', async () => {
    await append('a', 'b', 'c', 'd')
    const [first] = await feed.read({ limit: 1 })
    expect(first?.subject).toBe('a')
    expect(subjects(await feed.read({ lastEventId: first?.id, limit: 2 }))).toEqual(['b', 'c'])
    expect(await feed.read({ lastEventId: await feed.head() })).toEqual([])
  })

  test('tells nothing of a transaction that was undone, and takes nothing outside one', async () => {
    const failed = inTransaction(db, async (trx) => {
      await appendEvents(trx, [event('undone')])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await expect(appendEvents(db as Knex.Transaction, [event('a')])).rejects.toThrow(TypeError)
    await append('kept')
    const events = await feed.read({})
    expect(subjects(events)).toEqual(['kept'])
    expect(positions(events)).toEqual([1])
  })

  test('wakes a waiting reader when a transaction commits, holding no connection meanwhile', async () => {
    const waiting = createFeed({ db, source: 'test', pollMs: 60_000 }).read({ timeout: 60_000 })
    await delay(50)
    await append('a')
    expect(subjects(await waiting)).toEqual(['a'])
  })

  test('answers nothing when the wait ends or the reader goes away', async () => {
    expect(await feed.read({ timeout: 20 })).toEqual([])
    const reader = new AbortController()
    const waiting = feed.read({ timeout: 60_000, signal: reader.signal })
    reader.abort()
    expect(await waiting).toEqual([])
  })

  test('answers 410 to a reader of another epoch, ahead of the feed, or behind what was pruned', async () => {
    await append('a', 'b', 'c')
    const [epoch] = (await feed.head()).split('.')
    expect(await status(`${epoch}.3`)).toBe(200)
    expect(await status(`${epoch}.4`)).toBe('410 feed.gone')
    expect(await status('other.1')).toBe('410 feed.gone')
    const old = db('outbox').where('position', '<=', 2)
    await old.update({ time: new Date(0) })
    expect(await feed.prune(new Date(1))).toBe(2)
    expect(await status(`${epoch}.1`)).toBe('410 feed.gone')
    expect(await status(`${epoch}.2`)).toBe(200)
    await expect(feed.read({})).rejects.toMatchObject({ status: 410 })
    await startNewEpoch(db)
    expect(await status(`${epoch}.3`)).toBe('410 feed.gone')
    expect(await feed.head()).toMatch(/\.3$/)
  })

  test.each(['', '1', 'a.b', 'a.-1', 'a.1.2', "' or 1=1.1", `${'e'.repeat(61)}.1`])(
    'answers 400 to %j as an event id',
    async (id) => {
      expect(await status(id)).toBe('400 feed.invalid_event_id')
    },
  )

  test('never passes over an event that was pruned while it read', async () => {
    await append('a', 'b', 'c')
    const [first] = await feed.read({ limit: 1 })
    await db('outbox').where({ position: 2 }).delete()
    expect(await status(first?.id ?? '')).toBe('410 feed.gone')
  })

  test('keeps everything that is not older when it is pruned, in batches', async () => {
    await append(...Array.from({ length: 2_500 }, (_, index) => `old ${index}`))
    for (let numbered = 0; numbered < 2_500; numbered += 500) await feed.head()
    await db('outbox').update({ time: new Date(0) })
    await append('new')
    const { id } = (await feed.read({ lastEventId: (await feed.head()).replace(/\d+$/, '2500') }))[0] ?? {}
    expect(await feed.prune(new Date(1))).toBe(2_500)
    expect(await feed.prune(new Date(1))).toBe(0)
    expect(await db('outbox').pluck('subject')).toEqual(['new'])
    expect(await feed.head()).toBe(id)
  })

  test('reaches every reader whole and in one order while writers commit out of order', async () => {
    // An embedded database has one writer at a time; a server has replicas that number at the same time.
    const replica = name === 'mariadb' ? openDatabase(database.url) : db
    const feeds = [feed, createFeed({ db: replica, source: 'test' }), feed]
    const writers = 8
    const each = 40
    const write = async (writer: number) => {
      for (let turn = 0; turn < each; turn += 1) {
        await inTransaction(turn % 2 ? db : replica, async (trx) => {
          await appendEvents(trx, [event(`${writer}.${turn}`)])
          await delay(Math.random() * 6)
          if (turn % 3 === 0) await appendEvents(trx, [event(`${writer}.${turn}+`)])
        })
      }
    }
    const total = writers * (each + Math.ceil(each / 3))
    const readAll = async (source: Feed) => {
      const seen: FeedEvent[] = []
      while (seen.length < total) {
        const events = await source.read({ lastEventId: seen.at(-1)?.id, limit: 7, timeout: 60_000 })
        if (events.length === 0) break
        seen.push(...events)
      }
      return seen
    }
    const [readers] = await Promise.all([
      Promise.all(feeds.map(readAll)),
      Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))),
    ])
    for (const seen of readers) {
      expect(new Set(subjects(seen)).size).toBe(total)
      expect(positions(seen)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
      expect(subjects(seen)).toEqual(subjects(readers[0] ?? []))
    }
    if (replica !== db) await replica.destroy()
  })

  test('is numbered in batches by several replicas though nobody reads it, and forgets what is old', async () => {
    await append(...Array.from({ length: 1_100 }, (_, index) => `event ${index}`))
    const replica = name === 'mariadb' ? openDatabase(database.url) : db
    const registries = [new Registry(), new Registry()]
    const jobs = [feed, createFeed({ db: replica, source: 'test' })].flatMap((each, index) =>
      feedJobs({ feed: each, db, log, registry: registries[index] as Registry }),
    )
    const runAll = () => Promise.all(jobs.map(({ run }) => run(new AbortController().signal)))
    await runAll()
    const numbered = await db('outbox').orderBy('position').pluck('position')
    expect(numbered).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1))
    const old = db('outbox').where('position', '<=', 1_000)
    await old.update({ time: new Date(Date.now() - 31 * DAY_MS) })
    await runAll()
    expect(await db('outbox').pluck('id')).toHaveLength(100)
    if (replica !== db) await replica.destroy()
    const text = await registries[0]?.metrics()
    expect(text).toContain('feed_unnumbered_events 0')
    expect(text).toContain('feed_kept_events 100')
  })

  test('finds rows by index, numbered or not', async () => {
    await append(...Array.from({ length: 600 }, (_, index) => `${index}`))
    await feed.read({ limit: 1 })
    if (name === 'mariadb') await db.raw('analyze table outbox')
    for (const query of [
      db('outbox').whereNull('position').orderBy('id').limit(500).select('id'),
      db('outbox').where('position', '>', 10).orderBy('position').limit(5).select('position', 'data'),
    ]) {
      const plan = await explain(db, query, 'outbox')
      expect(plan).toMatchObject({ index: 'outbox_position_index', sorted: false })
    }
  })
})
