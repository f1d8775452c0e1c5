import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { LARGEST_BODY_BYTES, PUBLIC_BODY_BYTES } from '@mms/service-kit'
import { expect, test } from 'vitest'
import { addMedicine, rawRequest, openBehindGateway as start, tokens } from '../../test/support.ts'

/** Sends a body in pieces of a megabyte, without Content-Length. */
function megabytes(count: number): Readable {
  return Readable.from(Array.from({ length: count }, () => Buffer.alloc(1024 * 1024)))
}

test.each([
  ['announced', { 'content-length': String(10 * 1024 * 1024) }],
  ['chunked', {}],
])('answers 413 to a %s body that is too large, without asking the service', async (_how, headers) => {
  const { upstream, gateway } = await start()
  const answer = await rawRequest(gateway.url, { ...addMedicine(headers), body: megabytes(10) })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.too_large' })
  expect(upstream.requests).toHaveLength(0)
})

test.each([
  ['anybody', '/api/auth/login', PUBLIC_BODY_BYTES],
  ['people signed in', '/api/medicines', LARGEST_BODY_BYTES],
])('takes a chunked body of exactly the limit from %s whole, with its length', async (_who, path, limit) => {
  const { gateway } = await start((req, res) => {
    let bytes = 0
    req.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    req.on('end', () => res.end(`${bytes} of ${req.headers['content-length']}`))
  })
  const send = (bytes: number) =>
    rawRequest(gateway.url, { ...addMedicine(), path, body: Readable.from([Buffer.alloc(bytes)]) })
  expect(await send(limit)).toMatchObject({ status: 200, body: `${limit} of ${limit}` })
  expect(await send(limit + 1)).toMatchObject({ status: 413 })
})

test('asks a service only once a body is whole, however many are slow to send theirs', async () => {
  const { upstream, gateway } = await start()
  const { port, hostname } = new URL(gateway.url)
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    return socket
  })
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  expect((await gateway.post('/api/auth/login', { body: {} })).status).toBe(200)
  expect(upstream.requests).toHaveLength(1)
  for (const socket of slow) socket.destroy()
})

test('holds no more of one person than is left for the others, of which what was announced is no part', async () => {
  const { gateway } = await start(undefined, { heldBytes: 2 * LARGEST_BODY_BYTES })
  const [mine, others] = [tokens.token(), tokens.token()]
  const length = { 'content-length': `${LARGEST_BODY_BYTES}` }
  const upload = (bytes: number) => {
    const { headers, ...to } = addMedicine({ ...length, authorization: `Bearer ${mine}` })
    const sent = request(`${gateway.url}/api/medicines`, { ...to, headers })
    sent.on('error', () => {})
    sent.write(Buffer.alloc(bytes))
    return sent
  }
  const send = (token: string) =>
    gateway.post('/api/medicines', { token, body: { name: 'x'.repeat(LARGEST_BODY_BYTES / 2) } })
  const announced = Array.from({ length: 20 }, () => upload(1))
  expect((await send(mine)).status).toBe(200)
  const slow = upload(LARGEST_BODY_BYTES - 1)
  await expect.poll(async () => (await send(mine)).status).toBe(503)
  const refused = await send(mine)
  expect(refused).toMatchObject({ status: 503, body: { code: 'gateway.busy' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await send(others)).status).toBe(200)
  for (const sent of [slow, ...announced]) sent.destroy()
  await expect.poll(async () => (await send(mine)).status).toBe(200)
})

test('sends a request without a body as one without a body', async () => {
  const { upstream, gateway } = await start()
  await rawRequest(gateway.url, { ...addMedicine({ 'content-length': '0' }) })
  const { port, hostname } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.end('POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket.resume(), 'close')
  for (const { headers } of upstream.requests) {
    expect(headers).toMatchObject({ 'content-length': '0' })
    expect(headers).not.toHaveProperty('transfer-encoding')
  }
})

test('answers 408 when a body does not arrive in time, without asking the service', async () => {
  const { upstream, gateway } = await start(undefined, { bodyMs: 300 })
  const sent = request(`${gateway.url}/api/medicines`, addMedicine())
  sent.on('error', () => {})
  sent.write('{"name":')
  const [answer] = await once(sent, 'response')
  expect(answer).toMatchObject({ statusCode: 408, headers: { connection: 'close' } })
  answer.resume()
  expect(upstream.requests).toHaveLength(0)
})

test('gives a service its full time after a slow body', async () => {
  const slow = (req: IncomingMessage, res: ServerResponse) =>
    req.resume().on('end', () => setTimeout(() => res.end('ok'), 1_600))
  // Body and answer together take longer than this limit, each alone takes less.
  const { gateway } = await start(slow, { upstreamMs: 3_000 })
  async function* slowly() {
    yield 'a'
    await delay(1_600)
    yield 'b'
  }
  const answer = await rawRequest(gateway.url, { ...addMedicine(), body: Readable.from(slowly()) })
  expect(answer).toMatchObject({ status: 200, body: 'ok' })
})

test('keeps what is inside a body from being read as a second request', async () => {
  const { upstream, gateway } = await start((_req, res) => res.end())
  const { port, hostname } = new URL(gateway.url)
  const hidden = 'GET /internal/secret HTTP/1.1\r\nHost: x\r\n\r\n'
  const length = `Content-Length: ${hidden.length}`
  const chunked = 'Transfer-Encoding: chunked'
  const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const framings = [
    `${chunked}\r\n\r\n${chunk}`,
    `${length}\r\n\r\n${hidden}`,
    `${length}\r\n${chunked}\r\n\r\n${chunk}`,
    `${chunked}\r\nTransfer-Encoding: identity\r\n\r\n${chunk}`,
    `Transfer-Encoding: identity\r\n${length}\r\n\r\n${hidden}`,
    `Transfer-Encoding : chunked\r\n\r\n${chunk}`,
    `Transfer-Encoding: xchunked\r\n\r\n${chunk}`,
    `Transfer-Encoding: gzip, chunked\r\n\r\n${chunk}`,
    `${length}\r\nContent-Length: 0\r\n\r\n${hidden}`,
    `Content-Length: +${hidden.length}\r\n\r\n${hidden}`,
    `\r\n${hidden}`,
  ]
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    for (const framing of framings) {
      for (const connection of ['close', 'close, transfer-encoding, content-length']) {
        const socket = connect(Number(port), hostname)
        const token = `Authorization: Bearer ${tokens.token()}`
        const named = `Connection: ${connection}`
        socket.write(`${method} /api/medicines HTTP/1.1\r\nHost: x\r\n${token}\r\n${named}\r\n${framing}`)
        await once(socket.resume(), 'close')
      }
    }
  }
  expect((await gateway.get('/api/medicines', { token: tokens.token() })).status).toBe(200)
  expect(new Set(upstream.requests.map((each) => each.url))).toEqual(new Set(['/api/medicines']))
})
