import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { closing, rawRequest, startGateway, startUpstream, tokens } from '../../test/support.ts'

const list = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, name: 'Paracetamol 500 mg' })))
const json = { 'Content-Type': 'application/json; charset=utf-8' }
const browser = { 'accept-encoding': 'gzip, deflate, br' }

async function start(answer: (res: ServerResponse) => void) {
  const upstream = await startUpstream((_req, res) => answer(res))
  const gateway = await startGateway({ services: { inventory: upstream.url } })
  closing(gateway)
  closing(upstream)
  return gateway
}

const asking = (more: Record<string, string> = browser) => ({
  path: '/api/medicines',
  headers: { authorization: `Bearer ${tokens.token()}`, ...more },
})

test.each([
  ['of a known length', { ...json, 'Content-Length': String(list.length) }],
  ['of an unknown length', json],
  ['with a weak ETag', { ...json, ETag: 'W/"1"' }],
])('compresses a list %s for a browser', async (_what, headers) => {
  const gateway = await start((res) => res.writeHead(200, headers).end(list))
  const raw = await rawRequest(gateway.url, asking())
  expect(raw.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(raw.headers).not.toHaveProperty('content-length')
  const { body } = await gateway.get('/api/medicines', asking())
  expect(body).toEqual(JSON.parse(list))
})

test.each<[string, (res: ServerResponse) => void, Record<string, string>?, string?]>([
  ['what the client does not take compressed', (res) => res.writeHead(200, json).end(list), {}],
  ['a small answer', (res) => res.writeHead(200, { ...json, 'Content-Length': '2' }).end('{}')],
  ['what has a strong ETag', (res) => res.writeHead(200, { ...json, ETag: '"7"' }).end(list)],
  [
    'what is compressed already',
    (res) => res.writeHead(200, { ...json, 'Content-Encoding': 'br' }).end(list),
  ],
  ['another type', (res) => res.writeHead(200, { 'Content-Type': 'image/png' }).end(list)],
  ['a problem', (res) => res.writeHead(400, json).end(list)],
  ['HEAD', (res) => res.writeHead(200, { ...json, 'Content-Length': '5000' }).end(), browser, 'HEAD'],
])('does not compress %s', async (_what, answer, accepted = browser, method = 'GET') => {
  const gateway = await start(answer)
  const raw = await rawRequest(gateway.url, { ...asking(accepted), method })
  expect(raw.headers['content-encoding']).not.toBe('gzip')
})

test('cuts a compressed answer whose service breaks off, so that nobody takes it for whole', async () => {
  const gateway = await start((res) => {
    res.writeHead(200, json).write(list.repeat(100))
    setTimeout(() => res.destroy(), 50)
  })
  await expect(gateway.get('/api/medicines', asking())).rejects.toThrow()
})
