import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { rawRequest, startGateway, startUpstream, tokens } from '../../test/support.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(listener?: Parameters<typeof startUpstream>[0], limits = {}) {
  const upstream = await startUpstream(listener)
  const gateway = await startGateway({
    services: { identity: upstream.url, inventory: upstream.url },
    limits: { bodyBytes: 1024 * 1024, bodyMs: 400, upstreamMs: 400, ...limits },
  })
  open.push(gateway, upstream)
  return { upstream, gateway }
}

const authorization = () => ({ authorization: `Bearer ${tokens.token()}` })
const medicines = (more: Record<string, string> = {}) => ({
  path: '/api/medicines',
  method: 'POST',
  headers: { ...authorization(), ...more },
})

/** A megabyte at a time, without a Content-Length. */
function megabytes(count: number): Readable {
  return Readable.from(Array.from({ length: count }, () => Buffer.alloc(1024 * 1024)))
}

test('passes a body, status, headers and answer through', async () => {
  const { gateway } = await start((req, res) => {
    res.writeHead(201, { ETag: '"7"', Location: '/api/medicines/1', Link: '</a>; rel="next"' })
    req.pipe(res)
  })
  const body = { name: 'Paracetamol' }
  const answer = await gateway.post('/api/medicines', { token: tokens.token(), body })
  expect(answer).toMatchObject({ status: 201, body: JSON.stringify(body) })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    etag: '"7"',
    location: '/api/medicines/1',
    link: '</a>; rel="next"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('keeps the caching rules and cookies of a service', async () => {
  const { gateway } = await start((_req, res) => {
    res.writeHead(200, { 'Cache-Control': 'private', 'Set-Cookie': ['a=1; HttpOnly', 'b=2'] }).end()
  })
  const { headers } = await gateway.post('/api/auth/login')
  expect(headers.get('cache-control')).toBe('private')
  expect(headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2'])
})

test('answers 304 and HEAD without a body', async () => {
  const { gateway } = await start((req, res) => {
    if (req.headers['if-none-match'] === '"7"') res.writeHead(304, { ETag: '"7"' }).end()
    else res.writeHead(200, { 'Content-Length': 4 }).end('four')
  })
  const unchanged = await rawRequest(gateway.url, {
    path: '/api/medicines/1',
    headers: { ...authorization(), 'if-none-match': '"7"' },
  })
  expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag: '"7"' } })
  const head = await rawRequest(gateway.url, { ...medicines(), method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '4' } })
})

test('uses one connection to a service for many requests', async () => {
  const { upstream, gateway } = await start()
  for (let i = 0; i < 5; i++) await gateway.post('/api/auth/login', { body: { i } })
  expect(new Set(upstream.requests.map((each) => each.socket)).size).toBe(1)
})

test('answers 503 at once when the service is not running', async () => {
  const { upstream, gateway } = await start()
  await upstream.close()
  open.pop()
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'gateway.not_reachable', message: expect.stringContaining('Inventory is not running') },
  })
  expect(answer.headers.get('retry-after')).toBe('2')
})

test.each([
  ['before its answer', (res: import('node:http').ServerResponse) => res.socket?.destroy()],
  ['with nonsense', (res: import('node:http').ServerResponse) => res.socket?.end('what?\r\n\r\n')],
])('answers 502 when the service breaks off %s', async (_how, breakOff) => {
  const { gateway } = await start((_req, res) => void breakOff(res))
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 502, body: { code: 'gateway.broken_answer' } })
})

test('answers 504 when the service hangs, and lets go of it', async () => {
  let left = Promise.resolve<unknown>(undefined)
  const { gateway } = await start((req) => {
    left = once(req.socket, 'close')
  })
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 504, body: { code: 'gateway.too_slow' } })
  await left
})

test('cuts an answer that stalls or breaks in the middle, so that nobody takes it for whole', async () => {
  const { gateway } = await start((req, res) => {
    res.writeHead(200, { 'Content-Length': 100 })
    res.write('half')
    if (req.url?.endsWith('break')) setTimeout(() => res.destroy(), 20)
  })
  const token = tokens.token()
  await expect(gateway.get('/api/medicines/break', { token })).rejects.toThrow()
  await expect(gateway.get('/api/medicines/stall', { token })).rejects.toThrow()
  expect((await gateway.get('/api/test')).status).toBe(200)
})

test('lets a service pause for less than the limit', async () => {
  const answerInPieces = async (res: ServerResponse) => {
    for (const piece of ['a', 'b', 'c']) {
      await delay(200)
      res.write(piece)
    }
    res.end()
  }
  const { gateway } = await start((_req, res) => void answerInPieces(res))
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 200, body: 'abc' })
})

test('tells the service when a client goes away, and logs it as 499', async () => {
  let left = false
  const { upstream, gateway } = await start((_req, res) => {
    res.once('close', () => {
      left = true
    })
  })
  const sent = request(`${gateway.url}/api/medicines`, { headers: authorization() }).end()
  sent.on('error', () => {})
  await expect.poll(() => upstream.requests.length).toBe(1)
  sent.destroy()
  await expect.poll(() => left).toBe(true)
  await expect.poll(() => gateway.lines.at(-1)).toMatchObject({ status: 499, route: '/api/medicines' })
})

test('answers 413 to an announced body that is too large, without asking the service', async () => {
  const { upstream, gateway } = await start()
  const answer = await rawRequest(gateway.url, {
    ...medicines({ 'content-length': String(10 * 1024 * 1024) }),
    body: megabytes(10),
  })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.too_large' })
  expect(upstream.requests).toHaveLength(0)
})

test('answers 413 to a chunked body as soon as it is too large, and the service never gets the whole', async () => {
  let received = 0
  let whole = false
  const { gateway } = await start((req) => {
    req.on('data', (piece: Buffer) => {
      received += piece.length
    })
    req.on('end', () => {
      whole = true
    })
  })
  const answer = await rawRequest(gateway.url, { ...medicines(), body: megabytes(10) })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.too_large' })
  expect(whole).toBe(false)
  expect(received).toBeLessThanOrEqual(1024 * 1024 + 65536)
})

test('takes a chunked body of exactly the limit', async () => {
  const { gateway } = await start((req, res) => {
    let bytes = 0
    req.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    req.on('end', () => res.end(String(bytes)))
  })
  const answer = await rawRequest(gateway.url, { ...medicines(), body: megabytes(1) })
  expect(answer).toMatchObject({ status: 200, body: String(1024 * 1024) })
})

test('answers what the service says before it read the whole body', async () => {
  const { gateway } = await start((_req, res) => res.writeHead(415).end('no'))
  const answer = await rawRequest(gateway.url, { ...medicines(), body: megabytes(1) })
  expect(answer).toMatchObject({ status: 415, body: 'no' })
})

test('answers 400 to a chunked body where none belongs', async () => {
  const { upstream, gateway } = await start()
  const asked = { ...medicines({ 'transfer-encoding': 'chunked' }), method: 'GET', body: 'x' }
  const answer = await rawRequest(gateway.url, asked)
  expect(answer.status).toBe(400)
  expect(upstream.requests).toHaveLength(0)
})

test('sends a request without a body as one without a body', async () => {
  const { upstream, gateway } = await start()
  await rawRequest(gateway.url, { ...medicines({ 'content-length': '0' }) })
  const { port, hostname } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.end('POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket.resume(), 'close')
  for (const { headers } of upstream.requests) {
    expect(headers).toMatchObject({ 'content-length': '0' })
    expect(headers).not.toHaveProperty('transfer-encoding')
  }
})

test('answers 408 when a body does not arrive in time, and gives the service up', async () => {
  const { upstream, gateway } = await start(() => {})
  const sent = request(`${gateway.url}/api/medicines`, medicines())
  sent.on('error', () => {})
  sent.write('{"name":')
  const [answer] = await once(sent, 'response')
  expect(answer).toMatchObject({ statusCode: 408, headers: { connection: 'close' } })
  answer.resume()
  await expect.poll(() => upstream.requests.at(-1)?.socket.destroyed).toBe(true)
})

test('gives a service its full time after a slow body', async () => {
  const { gateway } = await start((req, res) => {
    req.resume().on('end', () => setTimeout(() => res.end('ok'), 300))
  })
  async function* slowly() {
    yield 'a'
    await delay(300)
    yield 'b'
  }
  const answer = await rawRequest(gateway.url, { ...medicines(), body: Readable.from(slowly()) })
  expect(answer).toMatchObject({ status: 200, body: 'ok' })
})

test('never sends a request twice, nor after it gave up on it', async () => {
  const { upstream, gateway } = await start((_req, res) => void setTimeout(() => res.end(), 600))
  const all = Array.from({ length: 300 }, () =>
    rawRequest(gateway.url, { path: '/api/auth/login', method: 'POST', body: '{}' }),
  )
  const statuses = new Set((await Promise.all(all)).map((each) => each.status))
  expect([...statuses]).toEqual([504])
  const reached = upstream.requests.length
  expect(reached).toBeLessThanOrEqual(300)
  await delay(700)
  expect(upstream.requests.length).toBe(reached)
})

test('keeps a body that pretends to have no length from being read as a second request', async () => {
  const { upstream, gateway } = await start()
  const { port, hostname } = new URL(gateway.url)
  const hidden = 'GET /internal/secret HTTP/1.1\r\nHost: x\r\n\r\n'
  const framings = [
    `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    `Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ]
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const framing of framings) {
      const socket = connect(Number(port), hostname)
      const token = `Authorization: Bearer ${tokens.token()}`
      const named = 'Connection: close, transfer-encoding, content-length'
      socket.write(`${method} /api/medicines HTTP/1.1\r\nHost: x\r\n${token}\r\n${named}\r\n${framing}`)
      await once(socket.resume(), 'close')
    }
  }
  await delay(50)
  expect(new Set(upstream.requests.map((each) => each.url))).toEqual(new Set(['/api/medicines']))
})
