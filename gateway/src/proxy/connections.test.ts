import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { addMedicine, rawRequest, openBehindGateway as start, tokens } from '../../test/support.ts'

/** The gateway's maximum number of connections to a service. */
const CONNECTIONS = 256

test('uses one connection to a service for many requests', async () => {
  const { upstream, gateway } = await start()
  for (let i = 0; i < 5; i++) await gateway.post('/api/auth/login', { body: { i } })
  expect(new Set(upstream.requests.map((each) => each.socket)).size).toBe(1)
})

test('answers 502 when the service answers with nonsense', async () => {
  const { gateway } = await start((_req, res) => void res.socket?.end('what?\r\n\r\n'))
  const answer = await gateway.get('/api/medicines', { token: tokens.token() })
  expect(answer).toMatchObject({ status: 502, body: { code: 'gateway.broken_answer' } })
})

/** A service that answers one request per connection and resets the connection at the next. */
const resetWhenReused = () => {
  const used = new WeakSet<object>()
  const sent: string[] = []
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    sent.push(req.method ?? '')
    if (used.has(req.socket)) return req.socket.resetAndDestroy()
    used.add(req.socket)
    return res.setHeader('Content-Length', 2).end('ok')
  }
  return { sent, listener }
}

test.each(['GET', 'HEAD'])('sends a %s again where a reused connection was reset', async (method) => {
  const { sent, listener } = resetWhenReused()
  const { gateway } = await start(listener)
  const ask = () => rawRequest(gateway.url, { ...addMedicine(), method })
  // Leaves several idle connections that will be reset.
  await Promise.all([ask(), ask(), ask()])
  sent.length = 0
  expect(await ask()).toMatchObject({ status: 200 })
  expect(sent).toEqual([method, method])
})

test('sends a change only once, whatever becomes of its connection', async () => {
  const { sent, listener } = resetWhenReused()
  const { gateway } = await start(listener)
  const ask = () => rawRequest(gateway.url, { ...addMedicine(), body: '{}' })
  await ask()
  expect(await ask()).toMatchObject({ status: 502, body: expect.stringContaining('gateway.broken_answer') })
  expect(sent).toEqual(['POST', 'POST'])
})

test('never sends what it gave up on while all connections were taken', async () => {
  const waiting: ServerResponse[] = []
  const asMany = { requests: 1_000, requestsEach: 500 }
  const { upstream, gateway, limits } = await start((_req, res) => void waiting.push(res), asMany)
  const login = (name: string) => ({ path: `/api/auth/login?${name}`, method: 'POST', body: '{}' })
  const first = Array.from({ length: CONNECTIONS }, () => rawRequest(gateway.url, login('first')))
  await expect.poll(() => waiting.length).toBe(CONNECTIONS)

  const patience = limits.upstreamMs
  limits.upstreamMs = 100
  expect((await rawRequest(gateway.url, login('given-up'))).status).toBe(504)
  limits.upstreamMs = patience
  for (const res of waiting) res.end()
  await Promise.all(first)
  const last = rawRequest(gateway.url, login('last'))
  await expect.poll(() => waiting.at(-1)?.req.url).toMatch(/last$/)
  waiting.at(-1)?.end()
  expect((await last).status).toBe(200)
  expect(upstream.requests.filter((each) => each.url?.endsWith('given-up'))).toEqual([])
})
