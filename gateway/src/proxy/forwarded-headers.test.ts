import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { openForTests } from '@mms/service-kit/test-support'
import { beforeEach, expect, test } from 'vitest'
import { addMedicine, rawRequest, startGateway, startUpstream, tokens } from '../../test/support.ts'

const upstream = openForTests(() => startUpstream())
const start = (trustedProxies: number) =>
  startGateway({ services: { identity: upstream.url, inventory: upstream.url }, trustedProxies })
const gateway = openForTests(() => start(0))
const behindProxy = openForTests(() => start(2))
beforeEach(() => {
  upstream.requests.length = 0
})

async function received(headers: Record<string, string>, path = '/api/medicines', to = gateway.url) {
  const authorization = `Bearer ${tokens.token()}`
  expect((await rawRequest(to, { path, headers: { authorization, ...headers } })).status).toBe(200)
  return upstream.requests.at(-1)?.headers ?? {}
}

test('passes on what the client may say', async () => {
  const said = {
    accept: 'application/json',
    'accept-language': 'hi',
    'if-match': '"7"',
    'if-none-match': '"7"',
    'idempotency-key': 'k1',
    'user-agent': 'till',
  }
  expect(await received(said)).toMatchObject({ ...said, authorization: expect.stringMatching(/^Bearer /) })
})

test('drops what claims an identity or belongs to the connection', async () => {
  const claims = {
    'x-user-id': 'admin',
    'x-user-role': 'admin',
    'x-forwarded-user': 'admin',
    'x-real-ip': '9.9.9.9',
    'x-original-url': '/internal',
    forwarded: 'for=9.9.9.9',
    'proxy-authorization': 'Basic eDp5',
    te: 'trailers',
    'keep-alive': 'timeout=1000',
    upgrade: 'h2c',
    'http2-settings': 'x',
    connection: 'keep-alive, Upgrade, HTTP2-Settings',
  }
  const headers = await received(claims)
  for (const name of Object.keys(claims)) {
    if (name !== 'connection') expect(headers).not.toHaveProperty(name)
  }
  expect(headers.connection).toBe('keep-alive')
})

test.each(['idempotency-key', 'close, Idempotency-Key', 'anything'])(
  'answers 400 to a Connection header that makes %s vanish',
  async (connection) => {
    const headers = { 'idempotency-key': 'k1', connection }
    const answer = await rawRequest(gateway.url, addMedicine(headers))
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.connection' })
    expect(upstream.requests).toHaveLength(0)
  },
)

test.each(['GET', 'HEAD'])('answers 400 to a %s with a body', async (method) => {
  for (const framing of [{ 'content-length': '1' }, { 'transfer-encoding': 'chunked' }]) {
    const asked = { ...addMedicine(framing as Record<string, string>), path: '/areas/x/remoteEntry.js' }
    expect((await rawRequest(gateway.url, { ...asked, method, body: 'x' })).status).toBe(400)
  }
})

test.each(['gzip', 'identity, gzip', 'GZIP', ''])(
  'answers 415 to a body with the Content-Encoding "%s"',
  async (coding) => {
    const asked = addMedicine({ 'content-encoding': coding })
    const answer = await rawRequest(gateway.url, { ...asked, body: '{}' })
    expect(answer).toMatchObject({ status: 415, headers: { 'accept-encoding': 'identity' } })
    expect(upstream.requests).toHaveLength(0)
  },
)

test.each([
  ['9.9.9.9, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['2001:db8::7, 10.0.0.1', '2001:db8::7'],
  ['10.0.0.1', '127.0.0.1'],
  ['made up, 10.0.0.1', '127.0.0.1'],
])('behind two proxies %s came from %s; without one, from whom the gateway saw', async (reported, client) => {
  const direct = await received({ 'x-forwarded-for': reported, host: 'shop.example' })
  expect(direct).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: new URL(upstream.url).host })
  const headers = await received({ 'x-forwarded-for': reported }, '/api/medicines', behindProxy.url)
  expect(headers).toMatchObject({ 'x-forwarded-for': client })
})

test('gives cookies to identity only', async () => {
  const cookie = 'mms_refresh=r1'
  expect(await received({ cookie }, '/api/auth/refresh')).toMatchObject({ cookie })
  expect(await received({ cookie })).not.toHaveProperty('cookie')
})

test('continues a trace, and begins one where the client sent none or nonsense', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const given = { 'x-request-id': 'till-7-0001', traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  expect(await received(given)).toMatchObject({
    'x-request-id': 'till-7-0001',
    traceparent: expect.stringContaining(traceId),
  })
  const fresh = await received({ 'x-request-id': 'a b', traceparent: 'nonsense' })
  expect(fresh['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(fresh.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
})

test('answers and logs under the same request id, in one line', async () => {
  gateway.lines.length = 0
  const answer = await gateway.get('/api/medicines/7?search=x', { token: tokens.token({ sub: 'u7' }) })
  const requestId = answer.headers.get('x-request-id')
  await expect.poll(() => gateway.lines).toHaveLength(1)
  const where = { route: '/api/medicines', path: '/api/medicines/7' }
  expect(gateway.lines[0]).toMatchObject({ ...where, requestId, status: 200, callerId: 'u7' })
  expect(JSON.stringify(gateway.lines)).not.toContain('Bearer')
})

test.each([
  '/api/medicines/../../internal/x',
  '/api/medicines/%2e%2e/x',
  '/api//medicines',
  '/api/medicines/a%00b',
  '/api/medicines/a\\b',
  '/api/medicines/%zz',
  'http://elsewhere.example/api/medicines',
])('answers 400 to the address %s', async (path) => {
  const headers = { authorization: `Bearer ${tokens.token()}` }
  const answer = await rawRequest(gateway.url, { path, headers })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.path' })
  expect(upstream.requests).toHaveLength(0)
})

test.each(['TRACE', 'OPTIONS', 'PROPFIND'])('answers 405 to %s', async (method) => {
  const answer = await rawRequest(gateway.url, { path: '/api/medicines', method })
  expect(answer).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('GET') } })
})

function openSocket(sent: string) {
  const { port, hostname } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.write(sent)
  return socket
}

test('serves clients that name no host, and does not switch to another protocol', async () => {
  const nameless = `GET /api/medicines HTTP/1.0\r\nAuthorization: Bearer ${tokens.token()}\r\n\r\n`
  const answer = await text(openSocket(nameless))
  expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*{"method":"GET","url":"\/api\/medicines"}$/)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
  const socket = openSocket(`GET /api/test HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  socket.destroy()
  expect(String(first)).toMatch(/^HTTP\/1.1 200/)
})

test.each([
  ['Host', 'Host: elsewhere'],
  ['host', 'HOST: elsewhere'],
  ['Authorization', 'authorization: Bearer other'],
])('refuses a request with a second %s', async (name, second) => {
  const first = `Host: x\r\nAuthorization: Bearer ${tokens.token()}\r\nConnection: close`
  const answer = await text(openSocket(`GET /api/medicines HTTP/1.1\r\n${first}\r\n${second}\r\n\r\n`))
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain(`"errors":{"${name.toLowerCase()}":"may be given once"}`)
  expect(upstream.requests).toHaveLength(0)
})
