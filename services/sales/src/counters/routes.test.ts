import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AuditEntry, Counter, CounterNumbers, Problem, RegisteredCounter } from '@mms/contracts'
import { createLogger } from '@mms/service-kit'
import { openForTests, openService, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sales } from '../app.ts'
import { createCounterService } from './service.ts'
import { createCounterStore } from './store.ts'

const PATH = '/api/bills/counters'

describe.each(testDatabases())('counters on $name', (database: TestDatabase) => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-counters-'))
  const logFile = join(folder, 'log')
  const log = createLogger({ name: 'sales', level: 'trace', to: openSync(logFile, 'a') })
  afterAll(() => rmSync(folder, { recursive: true }))
  const store = openForTests(() =>
    openService(sales, database, { env: { INVENTORY_URL: 'http://127.0.0.1:9' }, jobs: false, log }),
  )
  beforeEach(async () => {
    for (const table of ['counters', 'audit_entries']) await store.database.db(table).delete()
  })

  const register = (letter = 'A', token = store.admin) =>
    store.client.post<RegisteredCounter & Problem>(PATH, { token, body: { letter, name: 'Front desk' } })
  const list = async () => (await store.client.get<Counter[]>(PATH, { token: store.staff })).body
  const close = (id: string, token = store.admin) =>
    store.client.post<Counter & Problem>(`${PATH}/${id}/closing`, { token })
  const own = ({ _id, secret }: Pick<RegisteredCounter, '_id' | 'secret'>, highest = 3) =>
    store.client.post<CounterNumbers & Problem>(`${PATH}/own`, {
      token: store.staff,
      body: { _id, secret, highest, year: '26-27' },
    })
  const audit = async () => {
    const path = '/api/transactions/history?action=counter'
    return (await store.client.get<AuditEntry[]>(path, { token: store.admin })).body
  }

  test('a browser is registered, and its secret is shown this once', async () => {
    const { status, body } = await register()
    expect(status).toBe(201)
    expect(body).toMatchObject({ code: 'A', name: 'Front desk', closedAt: null, last: 0, missing: [] })
    const { secret, ...shown } = body
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(await list()).toEqual([shown])
    const [entry] = await audit()
    expect(entry).toMatchObject({ action: 'counter.registered', subject: 'A', actorName: 'Asha Rao' })
    await own({ _id: body._id, secret: `${secret}x` })
    expect((await own(body)).status).toBe(200)
    await promisify(log.flush.bind(log))()
    const logged = readFileSync(logFile, 'utf8')
    expect(logged).toContain('/counters/own')
    const kept = [logged, await store.database.db('counters'), await store.database.db('audit_entries')]
    expect(JSON.stringify([entry, await close(body._id), kept])).not.toContain(secret)
  })

  test('a letter that is registered again has a digit, and the earlier series stays open', async () => {
    const codes: string[] = []
    for (let time = 1; time <= 9; time += 1) codes.push((await register()).body.code)
    expect(codes).toEqual(['A', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9'])
    expect(await register()).toMatchObject({ status: 409, body: { code: 'sales.letter_used_up' } })
    expect((await register('B')).body.code).toBe('B')
    expect((await list()).every(({ closedAt }) => closedAt === null)).toBe(true)
  })

  test('two who register the same letter at once have different codes', async () => {
    const both = await Promise.all([register(), register(), register()])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual(['A', 'A2', 'A3'])
  })

  test('one is closed once, and its browser is still told what is missing', async () => {
    const { body } = await register()
    const { closedAt } = (await close(body._id)).body
    expect(closedAt).toEqual(expect.any(String))
    expect((await close(body._id)).body.closedAt).toBe(closedAt)
    const entries = (await audit()).map(({ action, subject }) => `${action} ${subject}`)
    expect(entries).toEqual(['counter.closed A', 'counter.registered A'])
    expect((await own(body)).body).toEqual({ closedAt, last: 0, missing: [1, 2, 3] })
    expect(await close(v7())).toMatchObject({ status: 404, body: { code: 'sales.counter_not_found' } })
  })

  test('a wrong secret, one of another counter and an unknown counter are refused alike', async () => {
    const [a, b] = [(await register()).body, (await register('B')).body]
    for (const wrong of [
      { _id: a._id, secret: b.secret },
      { _id: a._id, secret: `${a.secret}x` },
      { _id: v7(), secret: a.secret },
    ])
      expect(await own(wrong)).toMatchObject({ status: 404, body: { code: 'sales.counter_not_found' } })
    const expected = { code: 'A', closedAt: null }
    expect(await createCounterStore(store.database.db).authenticate(a._id, a.secret)).toMatchObject(expected)
  })

  test('a counter is told the numbers that the server lacks, a thousand at most', async () => {
    const numbersOf = async (_id: string, year: string) => (year === '26-27' ? [4, 1, 2] : [])
    const counters = createCounterService(store.database.db, 'Asia/Kolkata', numbersOf)
    const { _id, secret } = (await register()).body
    const find = (highest: number, year = '26-27') => counters.findOwn({ _id, secret, highest, year })
    expect(await find(6)).toEqual({ closedAt: null, last: 4, missing: [3, 5, 6] })
    expect(await find(2)).toMatchObject({ last: 4, missing: [] })
    expect(await find(2, '27-28')).toMatchObject({ last: 0, missing: [1, 2] })
    expect((await find(999_999)).missing).toHaveLength(1_000)
  })

  test("the previous year's numbers are listed while some are missing", async () => {
    const { year } = (await register()).body
    const numbers = [1, 4]
    const numbersOf = async (_id: string, of: string) => (of < year ? numbers : [1])
    const counters = createCounterService(store.database.db, 'Asia/Kolkata', numbersOf)
    expect(await counters.list()).toMatchObject([{ last: 4, missing: [2, 3] }])
    numbers.push(2, 3)
    expect(await counters.list()).toMatchObject([{ year, last: 1, missing: [] }])
  })
})
