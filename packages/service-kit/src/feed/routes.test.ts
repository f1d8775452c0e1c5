import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { createApp } from '../http/app.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { testTokens } from '../test-support/tokens.ts'
import { createFeed } from './feed.ts'
import { appendEvents } from './outbox.ts'
import { feedRoute } from './routes.ts'
import { feedMigrations } from './tables.ts'

const log = pino({ level: 'silent' })
const tokens = testTokens()
const token = tokens.serviceToken('sales')

describe.each(testDatabases())('GET /internal/feed on $name', ({ open }) => {
  const database = openForTests(() => open())
  let client: TestClient
  const lifecycle = createLifecycle()
  const serve = (source: string) => {
    const feed = createFeed({ db: database.db, source })
    const { verifiers } = tokens
    const metrics = createMetrics(source)
    const options = { name: source, version: '1', log, metrics, verifiers, lifecycle, checkResponses: true }
    return startApp(createApp({ ...options, routes: [feedRoute(feed, ['sales'])] }))
  }
  const append = (subject: string) =>
    inTransaction(database.db, (trx) =>
      appendEvents(trx, [{ type: 'test.changed', subject, data: { subject } }]),
    )

  beforeAll(async () => {
    await migrate(database.db, feedMigrations('20260101000000'), { log })
    client = await serve('test')
  })
  afterAll(() => client.close())

  test('answers a batch of CloudEvents to a service', async () => {
    await append('a')
    const answer = await client.get('/internal/feed', { token })
    expect(answer).toMatchObject({ status: 200, body: [{ subject: 'a', data: { subject: 'a' } }] })
    expect(answer.headers.get('content-type')).toMatch(/^application\/cloudevents-batch\+json/)
  })

  test('does not answer, where answers are checked, events that the contracts describe otherwise', async () => {
    const inventory = await serve('inventory')
    expect(await inventory.get('/internal/feed', { token })).toMatchObject({ status: 500 })
    await inventory.close()
  })

  test('answers 400 to a query that makes no sense, and 410 to a reader it cannot serve', async () => {
    for (const query of ['limit=0', 'limit=1001', 'timeout=-1', 'timeout=30001', 'lastEventId=x', 'from=1']) {
      expect(await client.get(`/internal/feed?${query}`, { token })).toMatchObject({ status: 400 })
    }
    const gone = await client.get('/internal/feed?lastEventId=other.1', { token })
    expect(gone).toMatchObject({ status: 410, body: { code: 'feed.gone' } })
  })

  test('ends the wait of its readers when the process stops', async () => {
    const [last] = (await client.get<{ id: string }[]>('/internal/feed', { token })).body
    const waiting = client.get(`/internal/feed?lastEventId=${last?.id}&timeout=30000`, { token })
    setTimeout(() => lifecycle.stop(), 50)
    expect(await waiting).toMatchObject({ status: 200, body: [] })
  })
})
