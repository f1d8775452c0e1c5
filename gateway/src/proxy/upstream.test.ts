import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { LARGEST_BODY_BYTES } from '@mms/service-kit'
import { expect, test } from 'vitest'
import {
  addMedicine,
  closing,
  rawRequest,
  openBehindGateway as start,
  startGateway,
  startUpstream,
  tokens,
} from '../../test/support.ts'

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

/** Bytes that include invalid UTF-8. */
const bytesOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 256))

test.each([0, 12_001, 1_000_000])('passes an answer of %i bytes through, byte for byte', async (size) => {
  const body = bytesOf(size)
  const { gateway } = await start((req, res) => {
    const isLengthKnown = req.url?.endsWith('known')
    res.writeHead(200, isLengthKnown ? { 'Content-Length': size } : {}).end(body)
  })
  for (const path of ['/api/medicines/known', '/api/medicines/unknown']) {
    const answer = await fetch(gateway.url + path, { headers: addMedicine().headers })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
  }
})

test.each([1, 200_000])('passes a body of %i bytes on, byte for byte', async (size) => {
  const body = bytesOf(size)
  const { gateway } = await start((req, res) => void req.pipe(res))
  const { headers } = addMedicine()
  const answer = await fetch(`${gateway.url}/api/medicines`, { method: 'POST', headers, body })
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
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
  const { headers } = addMedicine({ 'if-none-match': '"7"' })
  const unchanged = await rawRequest(gateway.url, { path: '/api/medicines/1', headers })
  expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag: '"7"' } })
  const head = await rawRequest(gateway.url, { ...addMedicine(), method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '4' } })
})

test('answers 503 at once when the service is not running', async () => {
  const upstream = await startUpstream()
  await upstream.close()
  const gateway = closing(await startGateway({ services: { inventory: upstream.url } }))
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  const message = expect.stringContaining('Inventory is not running')
  expect(answer).toMatchObject({ status: 503, body: { code: 'gateway.not_reachable', message } })
  expect(answer.headers.get('retry-after')).toBe('2')
})

test('answers 502 when the service breaks off before its answer', async () => {
  const { gateway } = await start((_req, res) => void res.socket?.destroy())
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 502, body: { code: 'gateway.broken_answer' } })
})

test('answers 504 when the service hangs, and lets go of it', async () => {
  let left = Promise.resolve<unknown>(undefined)
  const hangs = (req: IncomingMessage) => {
    left = once(req.socket, 'close')
  }
  const { gateway } = await start(hangs, { upstreamMs: 300 })
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 504, body: { code: 'gateway.too_slow' } })
  await left
})

test('cuts an answer that stalls or breaks in the middle, so that nobody takes it for whole', async () => {
  const half = (req: IncomingMessage, res: ServerResponse) => {
    res.writeHead(200, { 'Content-Length': 100 })
    res.write('half')
    if (req.url?.endsWith('break')) setTimeout(() => res.destroy(), 20)
  }
  const { gateway } = await start(half, { upstreamMs: 300 })
  const token = tokens.token()
  await expect(gateway.get('/api/medicines/break', { token })).rejects.toThrow()
  await expect(gateway.get('/api/medicines/stall', { token })).rejects.toThrow()
  const statuses = () => gateway.lines.filter(({ msg }) => msg === 'request').map(({ status }) => status)
  await expect.poll(statuses).toEqual([502, 504])
  expect((await gateway.get('/api/test')).status).toBe(200)
})

test('takes the answer that came while the gateway itself stood still', async () => {
  const { gateway } = await start(
    (_req, res) => {
      res.end('here')
      for (const until = performance.now() + 800; performance.now() < until; );
    },
    { upstreamMs: 300 },
  )
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 200, body: 'here' })
})

test('lets a service pause for less than the limit', async () => {
  const answerInPieces = async (res: ServerResponse) => {
    // All pieces take longer than the limit, but each pause is two seconds shorter.
    for (const piece of ['a', 'b', 'c', 'd']) {
      await delay(1_000)
      res.write(piece)
    }
    res.end()
  }
  const { gateway } = await start((_req, res) => void answerInPieces(res), { upstreamMs: 3_000 })
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 200, body: 'abcd' })
})

test('lets a client pause for longer than the limit, when the service has more for it', async () => {
  const pieces = 400
  const send = (res: ServerResponse, left: number): void => {
    if (left === 0) res.end('end')
    else if (res.write('x'.repeat(100_000))) send(res, left - 1)
    else res.once('drain', () => send(res, left - 1))
  }
  const { gateway } = await start((_req, res) => send(res, pieces), { upstreamMs: 3_000 })
  const asked = request(`${gateway.url}/api/medicines`, { headers: addMedicine().headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.pause()
  await delay(4_500)
  let bytes = 0
  for await (const piece of answer) bytes += piece.length
  expect(bytes).toBe(pieces * 100_000 + 3)
})

test('tells the service when a client goes away, and logs it as 499', async () => {
  let left = Promise.resolve<unknown>(undefined)
  const { upstream, gateway } = await start((_req, res) => {
    left = once(res, 'close')
  })
  const sent = request(`${gateway.url}/api/medicines`, { headers: addMedicine().headers }).end()
  sent.on('error', () => {})
  await expect.poll(() => upstream.requests.length).toBe(1)
  sent.destroy()
  await left
  await expect.poll(() => gateway.lines.at(-1)).toMatchObject({ status: 499, route: '/api/medicines' })
})

test('answers what the service says before it read the whole body', async () => {
  const { gateway } = await start((_req, res) => res.writeHead(415).end('no'))
  const body = Readable.from([Buffer.alloc(LARGEST_BODY_BYTES)])
  const answer = await rawRequest(gateway.url, { ...addMedicine(), body })
  expect(answer).toMatchObject({ status: 415, body: 'no' })
})
