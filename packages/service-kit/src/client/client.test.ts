import type { IncomingMessage, ServerResponse } from 'node:http'
import jwt from 'jsonwebtoken'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../test-support/app.ts'
import { testTokens } from '../test-support/tokens.ts'
import { createServiceClient } from './client.ts'

const tokens = testTokens()
const schema = z.object({ shelf: z.string() })

async function clientOf(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = await startApp({ callback: () => answer })
  const client = createServiceClient({ name: 'suppliers', key: tokens.serviceKey, url: server.url })
  onTestFinished(async () => {
    await server.close()
    await client.close()
  })
  return client
}

const always = (status: number, body = '') => clientOf((_, response) => response.writeHead(status).end(body))

test('sends its token, what it is given and the trace, and returns what is answered', async () => {
  const received: Record<string, unknown>[] = []
  const client = await clientOf(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method, url, headers } = request
    received.push({ method, url, headers, body: Buffer.concat(parts).toString() })
    response.end('{"shelf":"A"}')
  })
  const traceparent = '00-of-the-trace-01'
  const trace = { requestId: 'request-1', traceId: 'a'.repeat(32), traceparent }
  expect(await client.send({ method: 'PUT', path: '/internal/x?y=1', body: { a: 1 }, trace })).toEqual({
    shelf: 'A',
  })
  expect(await client.read('/internal/x', schema)).toEqual({ shelf: 'A' })
  expect(received).toMatchObject([
    {
      ...{ method: 'PUT', url: '/internal/x?y=1', body: '{"a":1}' },
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', traceparent },
    },
    { method: 'GET', url: '/internal/x', body: '' },
  ])
  for (const { headers } of received) {
    const token = String((headers as Record<string, string>).authorization).replace('Bearer ', '')
    expect(await tokens.verifiers.service(token)).toMatchObject({ id: 'service:suppliers' })
    expect(jwt.decode(token)).toMatchObject({ iss: 'service:suppliers' })
  }
})

test.each([301, 400, 404, 409, 500, 503])('throws an answer of %i with status and words', async (status) => {
  const client = await always(status, 'why')
  const call = client.send({ method: 'GET', path: '/internal/x' })
  await expect(call).rejects.toMatchObject({
    name: 'ServiceStatusError',
    status,
    message: `GET /internal/x answered ${status}: why`,
  })
})

test('finds nothing where there is nothing, does not take another failure for that, and needs no body', async () => {
  expect(await (await always(204)).send({ method: 'DELETE', path: '/internal/x' })).toBeUndefined()
  expect(await (await always(404)).find('/internal/x', schema)).toBeNull()
  expect(await (await always(200, '{"shelf":"A"}')).find('/internal/x', schema)).toEqual({ shelf: 'A' })
  await expect((await always(503)).find('/internal/x', schema)).rejects.toMatchObject({ status: 503 })
})

test('throws an answer that is none: broken off, not JSON, of another shape', async () => {
  await expect((await always(200, '<html>')).read('/internal/x', schema)).rejects.toThrow(SyntaxError)
  await expect((await always(200, '{}')).read('/internal/x', schema)).rejects.toThrow(z.ZodError)
  const broken = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '99' }).write('{"shelf"')
    setImmediate(() => response.destroy())
  })
  await expect(broken.read('/internal/x', schema)).rejects.toThrow()
})

test('gives up at the deadline of a call, and when its signal says so', async () => {
  // It does answer, later than the caller waits.
  const client = await clientOf((_, response) => setTimeout(() => response.end('{}'), 1_000))
  const call = { method: 'GET', path: '/internal/x' } as const
  await expect(client.send({ ...call, timeoutMs: 20 })).rejects.toThrow('no answer in time')
  const stopping = new AbortController()
  const waiting = client.send({ ...call, signal: stopping.signal })
  stopping.abort(new Error('the process stops'))
  await expect(waiting).rejects.toThrow('the process stops')
})
