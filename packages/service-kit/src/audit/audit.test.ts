import type { Knex } from 'knex'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { auditJob, chainEntries, describeVerification, verifyAudit } from './chain.ts'
import { differences, recordChange, recordChanges } from './record.ts'
import { pageAuditEntries } from './store.ts'
import { auditMigrations } from './tables.ts'

const log = pino({ level: 'silent' })
const actor = { id: 'u1', name: 'Asha Rao', requestId: 'request-1', address: '10.0.0.7' }
const change = { actor, action: 'test.changed', before: { a: 1 }, after: { a: 2 } }

describe.each(testDatabases())('the audit log on $name', ({ open }) => {
  const database = openForTests(() => open())
  let db: Knex
  const write = (...subjects: string[]) =>
    inTransaction(db, (trx) =>
      recordChanges(
        trx,
        subjects.map((subject) => ({ ...change, subject })),
      ),
    )
  const ids = () => db('audit_entries').orderBy('id').pluck('id')
  const fault = async () => (await verifyAudit(db)).fault

  beforeAll(async () => {
    db = database.db
    await migrate(db, auditMigrations('20260101000000'), { log })
  })
  beforeEach(() => db('audit_entries').delete())

  test('says who did what, when, before and after, in which request and from where', async () => {
    await write('s1')
    const [entry] = (await pageAuditEntries(db, {}, 10)).entries
    const { id: actorId, name: actorName, ...where } = actor
    const { actor: _, ...what } = change
    const made = { _id: expect.any(String), at: expect.stringMatching(/Z$/) }
    expect(entry).toEqual({ ...made, ...what, ...where, subject: 's1', actorId, actorName })
  })

  test('is written with the change or not at all, and only in a transaction', async () => {
    const undone = inTransaction(db, async (trx) => {
      await recordChange(trx, { ...change, subject: 's1' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await ids()).toEqual([])
    await expect(recordChange(db as never, { ...change, subject: 's1' })).rejects.toThrow(TypeError)
  })

  test('holds no secret, no control character and nothing without an end', async () => {
    const secrets = { newPassword: 'a brand new one', tokenHash: 'x' }
    const odd = { name: 'a\r\nb\u001b[31m\u202e', long: 'x'.repeat(9_999), half: 'a\ud800' }
    const entryOf = {
      actor: { ...actor, name: `${'n'.repeat(500)}\n` },
      action: 'test.changed',
      subject: `s\u0000${'x'.repeat(999)}`,
      after: { ...secrets, ...odd, nested: { deep: [1, 2] }, none: undefined },
    }
    await inTransaction(db, (trx) => recordChange(trx, entryOf))
    const [entry] = (await pageAuditEntries(db, {}, 1)).entries
    expect(entry?.after).toEqual({
      newPassword: '[redacted]',
      tokenHash: '[redacted]',
      name: 'a b [31m ',
      long: 'x'.repeat(300),
      half: 'a\ufffd',
      nested: '{"deep":[1,2]}',
      none: null,
    })
    expect(entry?.actorName).toBe('n'.repeat(200))
    expect(entry?.subject).toBe(`s ${'x'.repeat(198)}`)
  })

  test('is chained once, in an order of its own, by replicas at the same time too', async () => {
    await write(...Array.from({ length: 30 }, (_, n) => `s${n}`))
    await Promise.all([chainEntries(db), chainEntries(db), chainEntries(db)])
    await write('later')
    await chainEntries(db)
    expect(await verifyAudit(db)).toMatchObject({ lines: 31, unchained: 0, newest: { position: 31 } })
    expect(await db('audit_entries').orderBy('position').pluck('position')).toEqual(
      Array.from({ length: 31 }, (_, n) => n + 1),
    )
  })

  test('chains an entry that commits late, however many were chained before it', async () => {
    await write('s1', 's2', 's3')
    const [, late] = await ids()
    const [row] = await db('audit_entries').where({ id: late })
    await db('audit_entries').where({ id: late }).delete()
    // More than one batch.
    await write(...Array.from({ length: 600 }, (_, n) => `later ${n}`))
    await chainEntries(db)
    await db('audit_entries').insert(row)
    await chainEntries(db)
    expect(await db('audit_entries').where({ position: 603 }).pluck('id')).toEqual([late])
    expect(await verifyAudit(db)).toMatchObject({ lines: 603, unchained: 0 })
  })

  describe('a chain that was tampered with', () => {
    let chained: number[]
    beforeEach(async () => {
      await write('s1', 's2', 's3', 's4', 's5')
      await chainEntries(db)
      chained = await ids()
      expect(await fault()).toBeUndefined()
    })

    const entryAt = (index: number) => db('audit_entries').where({ id: chained[index] })

    test('names the line that lost its link, though it is chained again, and the first that was removed', async () => {
      await entryAt(3).update({ position: null, hash: null })
      await chainEntries(db)
      expect(await fault()).toBe('line 4 was removed')
      await entryAt(2).delete()
      expect(await fault()).toBe('line 3 was removed')
      await entryAt(0).delete()
      expect(await fault()).toBe('line 1 was removed')
    })

    test.each([
      ['subject', 's9'],
      ['values_after', '{"a":3}'],
      ['actor_name', 'Ravi'],
      ['address', null],
    ])('names the entry whose %s was changed', async (column, value) => {
      await entryAt(2).update({ [column]: value })
      const verification = await verifyAudit(db)
      const changed = expect.stringMatching(`^line 3: entry ${chained[2]} .*changed$`)
      expect(verification).toMatchObject({ lines: 2, fault: changed })
      expect(describeVerification('test', verification)).toMatch(
        /^test: ALTERED: line 3: .*; 2 intact lines before it/,
      )
    })

    test('finds a chain that was written again from one line on, or cut off, by links noted elsewhere', async () => {
      const noted = new Map(
        (await db('audit_entries').select('position', 'hash')).map(({ position, hash }) => [position, hash]),
      )
      expect((await verifyAudit(db, noted)).fault).toBeUndefined()
      await db('audit_entries').where('position', '>=', 3).update({ position: null, hash: null })
      expect(await fault()).toBeUndefined()
      expect((await verifyAudit(db, noted)).fault).toMatch(/^lines 3 to 5, .* were removed/)
      await entryAt(2).update({ subject: 's9' })
      await chainEntries(db)
      expect(await fault()).toBeUndefined()
      const again = (await verifyAudit(db, noted)).fault
      expect(again).toMatch(/^line 3 or one before it was changed and the chain/)
    })

    test('names what follows the last link of the security events, all without any, and what an earlier walk noted', async () => {
      const [third] = await db('audit_entries').where({ position: 3 }).select('position', 'hash')
      expect((await verifyAudit(db, new Map([[3, third.hash]]))).fault).toBe(
        `lines 4 to 5 (entries ${chained[3]} to ${chained[4]}) cannot be vouched for: the security events end at line 3`,
      )
      expect((await verifyAudit(db, new Map())).fault).toBe(
        `lines 1 to 5 (entries ${chained[0]} to ${chained[4]}) cannot be vouched for: there are no security events of them`,
      )
      const { newest } = await verifyAudit(db)
      await db('audit_entries').delete()
      const missed = (await verifyAudit(db, new Map(), newest)).fault
      expect(missed).toMatch(/^lines 1 to 5, which an earlier audit found, were removed/)
    })
  })

  test('its job logs each entry and the newest link as security events, and rests while nothing was written', async () => {
    const lines: Record<string, unknown>[] = []
    const log = { info: (fields: object) => void lines.push(fields as Record<string, unknown>) }
    const job = auditJob(db, log as never, { eachEntry: true })
    const { signal } = new AbortController()
    await write('s1', 's2')
    await job.run(signal)
    await job.run(signal)
    await write('s3')
    await job.run(signal)
    const { id: actorId, address, requestId } = actor
    const entry = { security: true, action: 'test.changed', actorId, address, requestId }
    expect(lines).toEqual([
      { ...entry, subject: 's1' },
      { ...entry, subject: 's2' },
      { security: true, position: 2, hash: expect.any(String) },
      { ...entry, subject: 's3' },
      { security: true, position: 3, hash: expect.any(String) },
    ])
    // Another process: the one before it may have ended between the chain and the log.
    const next: Record<string, unknown>[] = []
    await auditJob(db, { info: (fields: object) => void next.push(fields as never) } as never).run(signal)
    expect(next).toEqual([{ security: true, position: 3, hash: expect.any(String) }])
  })
})

test('names the fields that differ, as they were and as they are', () => {
  const before = { name: 'Zinc', price: 12.5, tags: ['a'], note: undefined as string | undefined }
  expect(differences(before, { ...before }, ['name', 'price', 'tags', 'note'])).toBeUndefined()
  expect(
    differences(before, { ...before, price: 13, tags: [], note: 'x' }, ['name', 'price', 'tags', 'note']),
  ).toEqual({
    before: { price: 12.5, tags: '["a"]', note: null },
    after: { price: 13, tags: '[]', note: 'x' },
  })
})
