import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { problem } from '../problems/problem.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { testTokens } from '../test-support/tokens.ts'
import { createApp } from './app.ts'
import { Reply, type Route, route } from './route.ts'

const tokens = testTokens()
const itemSchema = z.strictObject({
  name: z.string().min(1),
  parts: z.strictObject({ size: z.number() }).optional(),
})
const calls: unknown[] = []
const lines: Record<string, unknown>[] = []
const lifecycle = createLifecycle()
const metrics = createMetrics('test')
let databaseAnswers = true
let client: TestClient

const shared = { method: 'get', access: 'public', summary: 'A route' } as const
const failing = (path: string, error: Error): Route =>
  route({
    ...shared,
    path,
    handler: () => {
      throw error
    },
  })

const routes = [
  route({
    ...shared,
    path: '/items/:id',
    params: z.object({ id: z.uuid() }),
    query: z.strictObject({ size: z.string().optional() }),
    response: z.object({ id: z.string() }),
    handler: ({ params }) => new Reply({ id: params.id }, { headers: { ETag: '"1"' } }),
  }),
  route({
    method: 'post',
    path: '/items',
    access: 'signed-in',
    summary: 'Add',
    status: 201,
    body: itemSchema,
    response: itemSchema,
    handler: ({ body, caller }) => {
      calls.push(caller.id)
      return body
    },
  }),
  route({ method: 'delete', path: '/items', access: 'admin', summary: 'Clear', handler: () => undefined }),
  failing('/conflict', problem.conflict('test.taken', 'It is taken', { headers: { 'Retry-After': '3' } })),
  failing('/broken', new Error('the secret cause')),
  failing('/no-database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  route({
    ...shared,
    path: '/wrong-shape',
    response: z.strictObject({ a: z.string() }),
    handler: () => ({ a: 'x', passwordHash: 'y' }) as never,
  }),
]

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const ready = async () => {
    if (!databaseAnswers) throw new Error('no database')
    return { lagSeconds: 3 }
  }
  const { verifiers } = tokens
  const options = { name: 'test', version: '1', routes, verifiers, log, metrics, lifecycle, ready }
  client = await startApp(createApp({ ...options, checkResponses: true }))
})
afterAll(() => client.close())

interface Asked {
  method?: 'get' | 'post' | 'put' | 'delete'
  role?: 'admin' | 'staff'
  headers?: Record<string, string>
  body?: unknown
}

/** What a test looks into freely. */
type Body = Record<string, never> & { errors: object; paths: Record<string, Record<string, object>> }

const call = (path: string, { method = 'get', role, ...request }: Asked = {}) =>
  client[method]<Body>(path, { ...request, ...(role && { token: tokens.token({ role, sub: 'u1' }) }) })

const id = '0199d7a0-0000-7000-8000-000000000000'

test('answers the handler’s body, headers and request id, also with an empty filter', async () => {
  const answer = await call(`/items/${id}?size=`, { headers: { 'X-Request-Id': 'given-by-gateway' } })
  expect(answer).toMatchObject({ status: 200, body: { id } })
  expect(answer.headers.get('etag')).toBe('"1"')
  expect(answer.headers.get('x-request-id')).toBe('given-by-gateway')
})

test.each([
  ['an id that is no id', '/items/17', 'id'],
  ['an unknown query parameter', `/items/${id}?colour=red`, 'colour'],
  ['a repeated query parameter', `/items/${id}?size=1&size=2`, 'size'],
  ['a broken escape', '/items/%E0%A4%A', 'id'],
])('answers 400 naming the field for %s', async (_, path, field) => {
  const answer = await call(path)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(Object.keys(answer.body.errors)).toEqual([field])
})

test.each([
  ['a missing field', {}, 'name'],
  ['a nested wrong type', { name: 'a', parts: { size: '1' } }, 'parts.size'],
  ['an unknown field', { name: 'a', x: 1 }, 'x'],
  ['a nested unknown field', { name: 'a', parts: { size: 1, y: 2 } }, 'parts.y'],
  ['an array', [], 'body'],
  ['nothing', undefined, 'body'],
])('does not call the handler for %s', async (_, body, field) => {
  calls.length = 0
  const answer = await call('/items', { method: 'post', role: 'staff', body })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.errors)).toEqual([field])
  expect(calls).toEqual([])
})

test.each([
  ['malformed JSON', '{"a"', 'application/json', 400],
  ['another media type', 'name=a', 'application/x-www-form-urlencoded', 415],
  ['a huge body', JSON.stringify({ name: 'x'.repeat(300_000) }), 'application/json', 413],
])('refuses %s', async (_, body, type, status) => {
  const headers = { 'content-type': type }
  const answer = await call('/items', { method: 'post', role: 'staff', body, headers })
  expect(answer.status).toBe(status)
  expect(answer.body.code).toMatch(/^request\./)
})

test('answers 201 and hands the caller to the handler', async () => {
  calls.length = 0
  const answer = await call('/items', { method: 'post', role: 'staff', body: { name: 'a' } })
  expect(answer).toMatchObject({ status: 201, body: { name: 'a' } })
  expect(calls).toEqual(['u1'])
})

test('names at most 20 wrong fields, each cut to 64 characters', async () => {
  const unknown = Array.from({ length: 400 }, (_, index) => [`${index}-${'x'.repeat(500)}`, index])
  const body = { name: 'Dolo', ...Object.fromEntries(unknown) }
  const { errors, message } = (await call('/items', { method: 'post', role: 'staff', body })).body
  expect(Object.keys(errors)).toHaveLength(20)
  expect(Math.max(...Object.keys(errors).map((field) => field.length))).toBe(64)
  expect(String(message)).toContain('0-xxx')
  expect(String(message).length).toBeLessThan(3_000)
})

test('answers 401 without a token, 403 for another role, 204 for the right one', async () => {
  const clear = (role?: 'admin' | 'staff') => call('/items', { method: 'delete', ...(role && { role }) })
  expect(await clear()).toMatchObject({ status: 401, body: { code: 'auth.missing_token' } })
  expect(await clear('staff')).toMatchObject({ status: 403 })
  expect(await clear('admin')).toMatchObject({ status: 204, body: '' })
})

test('answers problems with their code and headers', async () => {
  const answer = await call('/conflict')
  const body = { code: 'test.taken', message: 'It is taken', title: 'Conflict' }
  expect(answer).toMatchObject({ status: 409, body })
  expect(answer.headers.get('retry-after')).toBe('3')
})

test('hides the cause of a 500 and logs it with the request id', async () => {
  const answer = await call('/broken')
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal', message: 'Something went wrong' } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  const line = lines.find((entry) => entry.requestId === answer.body.requestId)
  expect(line).toMatchObject({ status: 500, err: { message: 'the secret cause' } })
})

test('answers 503 while the database is away, and 500 what its schema does not name', async () => {
  expect(await call('/no-database')).toMatchObject({ status: 503, body: { code: 'database.unavailable' } })
  expect((await call('/wrong-shape')).status).toBe(500)
})

test('answers 404 and 405 as problems', async () => {
  expect(await call('/nowhere')).toMatchObject({ status: 404, body: { code: 'http.404' } })
  const answer = await call('/conflict', { method: 'put' })
  expect(answer).toMatchObject({ status: 405, body: { code: 'http.405' } })
  expect(answer.headers.get('allow')).toContain('GET')
})

test('continues the trace it was given and begins one otherwise', async () => {
  const traceIdOf = async (traceparent: string) => {
    const { requestId } = (await call('/conflict', { headers: { traceparent } })).body
    return lines.find((entry) => entry.requestId === requestId)?.traceId
  }
  const traceId = 'a'.repeat(32)
  expect(await traceIdOf(`00-${traceId}-${'b'.repeat(16)}-01`)).toBe(traceId)
  expect(await traceIdOf('nonsense')).toMatch(/^[0-9a-f]{32}$/)
})

test('measures by route, and cuts a long path in its log line, so that a flood does not rotate the log away', async () => {
  await call(`/items/${id}`)
  const text = await metrics.registry.metrics()
  expect(text).toContain('route="/items/:id"')
  expect(text).not.toContain(id)
  await call(`/items/${'x'.repeat(10_000)}`)
  const path = String(lines.at(-1)?.path)
  expect(path).toMatch(/^\/items\/x{190,}…$/)
  expect(JSON.stringify(lines.at(-1)).length).toBeLessThan(600)
})

test('publishes who may call each route', async () => {
  const { body } = await call('/openapi.json')
  expect(body.paths['/items']?.delete).toMatchObject({ 'x-access': 'admin' })
  const parameters = [expect.objectContaining({ name: 'id', in: 'path' }), expect.anything()]
  expect(body.paths['/items/{id}']?.get).toMatchObject({ parameters })
})

test('is ready while its database answers and it is not stopping', async () => {
  const details = { lagSeconds: 3 }
  expect(await call('/readyz')).toMatchObject({ status: 200, body: { status: 'ok', details } })
  databaseAnswers = false
  expect((await call('/readyz')).status).toBe(503)
  databaseAnswers = true
  lifecycle.stop()
  expect((await call('/readyz')).status).toBe(503)
  expect((await call('/livez')).status).toBe(200)
})
