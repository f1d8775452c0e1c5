import type { Knex } from 'knex'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { recordChange, recordChanges } from './record.ts'
import { type AuditFilter, listAuditEntries, pageAuditEntries } from './store.ts'
import { auditMigrations } from './tables.ts'

const log = pino({ level: 'silent' })

describe.each(testDatabases())('the audit log on $name', ({ open }) => {
  const database = openForTests(() => open())
  let db: Knex
  const write = (...subjects: string[]) =>
    inTransaction(db, (trx) =>
      recordChanges(
        trx,
        subjects.map((subject) => ({ actor: { id: 'u1' }, action: 'test.changed', subject })),
      ),
    )
  beforeAll(async () => {
    db = database.db
    await migrate(db, auditMigrations('20260101000000'), { log })
  })
  beforeEach(() => db('audit_entries').delete())

  test('is found by person, action, its first word, subject and time, and pages by id', async () => {
    await write('s1', 's2', 's3')
    await inTransaction(db, (trx) => recordChange(trx, { action: 'other.added', subject: 's1' }))
    const subjects = async (filter: AuditFilter, before?: number) => {
      const { entries } = await pageAuditEntries(db, filter, 10, before)
      return entries.map(({ subject, action }) => `${action} ${subject}`)
    }
    const changed = ['test.changed s3', 'test.changed s2', 'test.changed s1']
    expect(await subjects({ person: 'u1' })).toEqual(changed)
    expect(await subjects({ action: 'other' })).toEqual(['other.added s1'])
    expect(await subjects({ action: 'other.added' })).toEqual(['other.added s1'])
    expect(await subjects({ action: 'oth' })).toEqual([])
    expect(await subjects({ exceptAction: 'test.changed' })).toEqual(['other.added s1'])
    expect(await subjects({ subject: 's1' })).toEqual(['other.added s1', 'test.changed s1'])
    expect(await subjects({ from: new Date(Date.now() + 60_000) })).toEqual([])
    expect(await subjects({ until: new Date(Date.now() - 60_000) })).toEqual([])
    const [, , second] = await db('audit_entries').orderBy('id').pluck('id')
    expect(await subjects({ person: 'u1' }, second)).toEqual(['test.changed s2', 'test.changed s1'])
  })

  test('lists one subject without an action', async () => {
    await write('s1', 's2', 's1')
    await inTransaction(db, (trx) => recordChange(trx, { action: 'other.added', subject: 's1' }))
    const filter = { subject: 's1', exceptAction: 'other.added' }
    const [newest, oldest] = await listAuditEntries(db, filter, 10)
    expect((await listAuditEntries(db, filter, 10)).length).toBe(2)
    expect(await listAuditEntries(db, filter, 1)).toEqual([newest])
    expect(await listAuditEntries(db, filter, 10, Number(newest?._id))).toEqual([oldest])
  })

  test('is searched for a field, and by days, so many lines at a time, until each was found once', async () => {
    for (let n = 0; n < 60; n += 1) {
      const after = n % 20 === 0 ? { price: n } : { stock: n }
      const actor = { id: n % 2 ? 'odd' : 'even' }
      await inTransaction(db, (trx) =>
        recordChange(trx, { actor, action: 'test.changed', subject: `s${n % 3}`, after }),
      )
    }
    const span = { statement: 4, page: 12 }
    const search = async (filter: AuditFilter, limit: number) => {
      const pages: unknown[][] = []
      for (let before: number | undefined; ; ) {
        const { entries, next } = await pageAuditEntries(db, filter, limit, before, span)
        pages.push(entries.map(({ after }) => Object.values(after ?? {})[0]))
        if (next === undefined) return pages
        before = next
      }
    }
    expect((await search({ field: 'price' }, 5)).flat()).toEqual([40, 20, 0])
    expect((await search({ field: 'price' }, 5)).length).toBe(6)
    expect((await search({ field: 'price', person: 'even' }, 1)).flat()).toEqual([40, 20, 0])
    expect((await search({ field: 'price', person: 'odd' }, 5)).flat()).toEqual([])
    expect((await search({ field: 'price', subject: 's2', action: 'test.changed' }, 5)).flat()).toEqual([20])
    const stocks = (await search({ field: 'stock', from: new Date(0) }, 7)).flat()
    expect(stocks).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n).filter((n) => n % 20 !== 0))
    expect((await search({ until: new Date(0) }, 7)).flat()).toEqual([])
  })
})
