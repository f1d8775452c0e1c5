import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createLifecycle } from '../process/lifecycle.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { testTokens } from '../test-support/tokens.ts'
import { createApp } from './app.ts'
import { Reply, route } from './route.ts'

const PAGES = 2_000
const LARGE = 'x'.repeat(50_000)
let made = 0
let ended = 0

async function* large() {
  try {
    for (made = 0; made < PAGES; made += 1) yield [LARGE]
  } finally {
    ended += 1
  }
}

async function* failing() {
  yield ['a', 'b']
  throw new Error('the database is gone')
}

// biome-ignore lint/correctness/useYield: it fails before.
async function* broken(): AsyncGenerator<string[]> {
  throw new Error('the database is gone')
}

async function* odd() {
  yield ['a']
  yield [1 as unknown as string]
}

const pagesAt = (path: string, pages: () => AsyncIterable<string[]>) =>
  route({
    method: 'get',
    path,
    access: 'public',
    summary: path,
    response: z.array(z.string()),
    handler: () => Reply.paged(pages(), { 'X-Total-Count': '3' }),
  })

let service: TestClient
beforeAll(async () => {
  const app = createApp({
    name: 'test',
    version: '1.0.0',
    routes: [
      pagesAt('/few', async function* () {
        yield ['a', '"']
        yield []
        yield ['c']
      }),
      pagesAt('/none', async function* () {
        yield []
      }),
      pagesAt('/large', large),
      pagesAt('/failing', failing),
      pagesAt('/broken', broken),
      pagesAt('/odd', odd),
    ],
    verifiers: testTokens().verifiers,
    log: pino({ level: 'silent' }),
    metrics: createMetrics('test'),
    lifecycle: createLifecycle(),
    checkResponses: true,
  })
  service = await startApp(app)
})
afterAll(() => service.close())

test('is one array of all pages', async () => {
  const answer = await service.get('/few')
  expect(answer).toMatchObject({ status: 200, body: ['a', '"', 'c'] })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-total-count')).toBe('3')
  expect((await service.get('/none')).body).toEqual([])
})

test.each(['/failing', '/odd'])('cuts the connection where a page is missing or wrong: %s', async (path) => {
  const answer = await fetch(service.url + path)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test('is a problem where the first page is missing', async () => {
  expect(await service.get('/broken')).toMatchObject({ status: 500, body: { code: 'internal' } })
})

test('makes no page ahead of a client that does not read, and ends when it hangs up', async () => {
  const asked = request(`${service.url}/large`).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.pause()
  // As much as the buffers of both ends take, and then none.
  let before: number
  do {
    before = made
    await new Promise((done) => setTimeout(done, 200))
  } while (made !== before)
  expect(made).toBeLessThan(PAGES / 2)
  expect(ended).toBe(0)
  asked.destroy()
  await expect.poll(() => ended).toBe(1)
  expect(made).toBeLessThan(PAGES / 2)
})
