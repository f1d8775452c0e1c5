import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../test-support/app.ts'
import { localOutbound, localPolicy } from '../test-support/outbound.ts'
import { assertSettingCallable, type Resolve } from './connections.ts'
import { createOutbound } from './outbound.ts'

const schema = z.object({ shelf: z.string() })
const request = { timeoutMs: 10_000 }

/** A stranger on this machine, and the paths that it was asked for. */
async function startStranger(answer: (response: ServerResponse, request: IncomingMessage) => unknown) {
  const asked: string[] = []
  const server = await startApp({
    callback: () => (incoming, response) => {
      asked.push(`${incoming.headers.host?.split(':')[0]}${incoming.url}`)
      answer(response, incoming)
    },
  })
  onTestFinished(server.close)
  return { asked, port: Number(new URL(server.url).port), url: server.url }
}

const failureOf = (url: string, outbound = localOutbound(), timeoutMs = 10_000) => {
  const reading = outbound.read(url, schema, { timeoutMs }).then(() => undefined)
  return reading.catch((error: Error) => error)
}

test('reads what is answered, and only that; sends what needs no answer', async () => {
  const { url, asked } = await startStranger((response) => response.end('{"shelf":"A","more":1}'))
  expect(await localOutbound().read(`${url}/a?b=1`, schema, request)).toEqual({ shelf: 'A' })
  await localOutbound().send(`${url}/hook`, { ...request, method: 'POST', body: '{}' })
  expect(asked).toEqual(['127.0.0.1/a?b=1', '127.0.0.1/hook'])
})

const big = JSON.stringify({ shelf: 'x'.repeat(9_000_000) })
const unpacksBig = (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big))
const ELSE = 'answered something else than was asked for'
test.each<[string, string, (response: ServerResponse) => unknown]>([
  ['9 MB', 'answered more than 256 KiB', (response) => response.end(big)],
  ['9 MB in chunks', 'answered more than 256 KiB', (response) => response.write(big) && response.end()],
  ['what is small until it is unpacked', 'answered compressed, though asked not to', unpacksBig],
  ['half of JSON', ELSE, (response) => response.end('{"hidden":')],
  ['another shape', ELSE, (response) => response.end('{"shelf":["hidden"]}')],
  ['a page', ELSE, (response) => response.setHeader('content-type', 'text/html').end('<h1>hidden</h1>')],
  ['a refusal', 'answered 429', (response) => response.writeHead(429, 'hidden').end(big)],
  ['200 and then nothing', 'not reached: no answer in time', (response) => response.write('{')],
  ['nothing', 'not reached: no answer in time', () => {}],
])('an answer of %s is given up, and no word of it is in the error', async (_, message, answer) => {
  const { url } = await startStranger(answer)
  const timeoutMs = message.endsWith('in time') ? 200 : 30_000
  const error = await failureOf(url, localOutbound(), timeoutMs)
  expect(error?.message).toBe(message)
  expect(`${error?.stack} ${error?.cause}`).not.toContain('hidden')
})

test('time counts from the call to the end of the answer, however often a byte comes', async () => {
  const { url } = await startStranger((response) => {
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  expect((await failureOf(url, localOutbound(), 300))?.message).toBe('not reached: no answer in time')
})

test('a redirect is an answer, and not followed', async () => {
  const inside = await startStranger((response) => response.end('{"shelf":"secret"}'))
  const { url } = await startStranger((response) => response.writeHead(302, { location: inside.url }).end())
  expect((await failureOf(url))?.message).toBe('answered 302')
  expect(inside.asked).toEqual([])
})

test('headers that end a line do not leave', async () => {
  const { url, asked } = await startStranger((response) => response.end('{"shelf":"A"}'))
  const headers = { 'webhook-id': 'a\r\nx-injected: yes' }
  await expect(localOutbound().send(url, { ...request, headers })).rejects.toThrow(/^not reached: /)
  expect(asked).toEqual([])
})

const NOT_LISTED = 'not reached: its address is not public, and not in OUTBOUND_PRIVATE_NETWORKS'
const NOT_ENCRYPTED = 'not reached: it is not encrypted, and OUTBOUND_CLEAR_TEXT is not "allowed"'
const unlisted = { ...localPolicy, OUTBOUND_PRIVATE_NETWORKS: [] }

test('this machine is called in none of its spellings unless it is listed', async () => {
  const { port, asked } = await startStranger((response) => response.end('{"shelf":"A"}'))
  const numbers = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]']
  for (const host of [...numbers, 'localhost']) {
    const error = await failureOf(`http://${host}:${port}`, createOutbound(unlisted))
    expect([host, error?.message]).toEqual([host, NOT_LISTED])
  }
  expect(asked).toEqual([])
})

test('a name that resolves to a private address is not called, were it one of several', async () => {
  const policy = { ...unlisted, OUTBOUND_CLEAR_TEXT: 'allowed' as const }
  const resolve: Resolve = (_, __, done) =>
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ])
  for (const url of ['http://weather.test/', 'https://weather.test/'])
    expect((await failureOf(url, createOutbound(policy, resolve)))?.message).toBe(NOT_LISTED)
})

test('the connection goes to the address that was checked: a name is resolved once for each call', async () => {
  const { port, asked } = await startStranger((response) => response.end('{"shelf":"A"}'))
  const given = ['127.0.0.1', '10.0.0.1']
  const resolve: Resolve = (_, __, done) => done(null, [{ address: given.shift() ?? '', family: 4 }])
  const outbound = createOutbound({ ...localPolicy, OUTBOUND_CLEAR_TEXT: 'allowed' }, resolve)
  const url = `http://weather.test:${port}/`
  expect(await outbound.read(url, schema, request)).toEqual({ shelf: 'A' })
  expect(given).toEqual(['10.0.0.1'])
  expect((await failureOf(url, outbound))?.message).toBe(NOT_LISTED)
  expect(asked).toEqual(['weather.test/'])
})

test('clear text stays on this machine unless the settings say otherwise', async () => {
  expect((await failureOf('http://93.184.216.34/'))?.message).toBe(NOT_ENCRYPTED)
  expect((await failureOf('http://weather.test/'))?.message).toBe(NOT_ENCRYPTED)
  const away: Resolve = (_, __, done) => done(null, [{ address: '93.184.216.34', family: 4 }])
  expect((await failureOf('http://localhost/', localOutbound(away)))?.message).toBe(NOT_ENCRYPTED)
  const start = (url: string) => () => assertSettingCallable(localPolicy, 'WEATHER_URL', url)
  expect(start('http://weather.test')).toThrow(/^WEATHER_URL cannot be called: it is not encrypted/)
  expect(start('smtp://10.0.0.1')).toThrow(/^WEATHER_URL cannot be called: its address is not public/)
  for (const url of ['https://weather.test', 'http://127.0.0.1', 'smtp://mail.test'])
    expect(start(url)).not.toThrow()
})

test('says why no answer came, without the address', async () => {
  for (const url of [
    'http://user:hidden@127.0.0.1:1/',
    'http://127.0.0.1:1/?token=hidden',
    'http://[hidden/',
  ]) {
    const error = await failureOf(url)
    expect(error?.message).toMatch(/^not reached: E/)
    expect(`${error?.stack} ${error?.cause}`).not.toContain('hidden')
  }
  const stopped = localOutbound().send('http://127.0.0.1:1/', { ...request, signal: AbortSignal.abort() })
  await expect(stopped).rejects.toMatchObject({ name: 'UnreachableError' })
})

test('what is no HTTP is no answer', async () => {
  const server = createServer((socket) => socket.end('hidden\r\n\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const error = await failureOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(error?.message).toMatch(/^not reached: /)
  expect(String(error?.stack)).not.toContain('hidden')
})
