import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FeedEvent, identityEvents } from '@mms/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../telemetry/log.ts'
import { testTokens } from '../test-support/tokens.ts'
import type { Caller, VerifyToken } from './caller.ts'
import { remoteAccessVerifier } from './remote-access.ts'
import { createRevocations, REVOCATION_MATTERS_MS } from './revocations.ts'

const tokens = testTokens()
const token = tokens.token({ sub: 'u1', sessionId: 's1', version: 5 })
const other = tokens.token({ sub: 'u2', sessionId: 's2', version: 5 })
const ended = { status: 401, code: 'auth.session_ended', headers: { 'WWW-Authenticate': expect.any(String) } }
const patiently = { timeout: 60_000, interval: 20 }

/** What a stand-in for identity tells: a list of revocations, or what it answers instead. */
let feed: FeedEvent[]
let epoch: string
let status: number
let slowMs: number
let asked: URL[]
let server: Server
let url: string
let stop: AbortController

function answer(query: URLSearchParams, res: ServerResponse): void {
  const [wantedEpoch, position] = (query.get('lastEventId') ?? '').split('.')
  if (status !== 200) res.writeHead(status).end('{}')
  else if (wantedEpoch && wantedEpoch !== epoch) res.writeHead(410).end('{}')
  else {
    const first = Number(position ?? 0)
    res.end(JSON.stringify(feed.slice(first, first + Number(query.get('limit')))))
  }
}

function event(type: string, subject: string, data: unknown = {}, id = 'e.1'): FeedEvent {
  const time = new Date().toISOString()
  return { specversion: '1.0', id, source: 'identity', type, subject, time, data }
}

const publish = (type: string, subject: string, data?: unknown) =>
  void feed.push(event(type, subject, data, `${epoch}.${feed.length + 1}`))

async function startIdentity(port = 0): Promise<void> {
  server = createServer((req, res) => {
    const address = new URL(req.url ?? '', 'http://identity')
    if (address.pathname === '/.well-known/jwks.json') {
      res.end(JSON.stringify(tokens.jwks))
      return
    }
    asked.push(address)
    // Later requests wait a little for an event, as long polling does.
    setTimeout(answer, address.searchParams.get('timeout') === '0' ? slowMs : 50, address.searchParams, res)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`
}

async function stopIdentity(): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

beforeEach(async () => {
  feed = []
  epoch = 'one'
  status = 200
  slowMs = 0
  asked = []
  stop = new AbortController()
  await startIdentity()
})
afterEach(async () => {
  stop.abort()
  if (server.listening) await stopIdentity()
})

const start = (log = createLogger({ name: 'test', level: 'silent' })): VerifyToken =>
  remoteAccessVerifier({ jwksUrl: url, log, signal: stop.signal })
const outcome = (verify: VerifyToken, which = token) =>
  verify(which).then(
    () => 'let in',
    (error: { code: string }) => error.code,
  )

describe('a token that ended', () => {
  test('before this process started is refused from its first request', async () => {
    for (let n = 0; n < 2_500; n += 1) publish(identityEvents.sessionEnded, `elsewhere-${n}`)
    publish(identityEvents.sessionEnded, 's1')
    const verify = start()
    await expect(verify(token)).rejects.toMatchObject(ended)
    expect(await verify(other)).toMatchObject({ id: 'u2' })
  })

  test('is refused although it was let in, and remembered, before', async () => {
    const verify = start()
    for (let n = 0; n < 3; n += 1) expect(await verify(token)).toMatchObject({ id: 'u1' })
    publish(identityEvents.sessionEnded, 's1')
    await expect.poll(() => outcome(verify), patiently).toBe('auth.session_ended')
    publish(identityEvents.userTokensEnded, 'u2', { version: 6 })
    await expect.poll(() => outcome(verify, other), patiently).toBe('auth.session_ended')
    expect(await verify(tokens.token({ sub: 'u2', sessionId: 's2', version: 6 }))).toMatchObject({ id: 'u2' })
  })

  test('counts by the second it was issued in when it names no version', async () => {
    const [old, issued] = [tokens.token({ sub: 'u3' }), Math.floor(Date.now() / 1000) * 1000]
    publish(identityEvents.userTokensEnded, 'u3', { version: issued })
    publish(identityEvents.userTokensEnded, 'u4', { version: issued + 3_000 })
    const verify = start()
    expect(await outcome(verify, old)).toBe('let in')
    expect(await outcome(verify, tokens.token({ sub: 'u4' }))).toBe('auth.session_ended')
  })

  test('stays ended while identity is away, restarts, or was restored from a backup', async () => {
    publish(identityEvents.sessionEnded, 's1')
    const verify = start()
    expect(await outcome(verify)).toBe('auth.session_ended')
    const { port } = server.address() as AddressInfo
    await stopIdentity()
    expect(await outcome(verify)).toBe('auth.session_ended')
    expect(await outcome(verify, other)).toBe('let in')
    epoch = 'two'
    feed = []
    publish(identityEvents.sessionEnded, 's2')
    await startIdentity(port)
    await expect.poll(() => outcome(verify, other), patiently).toBe('auth.session_ended')
    expect(await outcome(verify)).toBe('auth.session_ended')
  })
})

test('nobody is let in before it is known what has ended, which is not asked in a storm; everybody soon after', async () => {
  status = 503
  const verify = start()
  await expect(verify(token)).rejects.toMatchObject({ status: 503, code: 'auth.endings_unavailable' })
  for (let n = 0; n < 5; n += 1) await Promise.all(Array.from({ length: 100 }, () => outcome(verify)))
  expect(asked.length).toBeLessThan(20)
  status = 200
  slowMs = 2_000
  await expect.poll(() => outcome(verify), patiently).toBe('let in')
})

const caller = (given: Partial<Caller> = {}): Caller => ({
  id: 'u1',
  role: 'staff',
  name: 'Asha',
  email: 'asha@example.com',
  sessionId: 's1',
  tokenVersion: 0,
  ...given,
})
const session = (id: string) => event(identityEvents.sessionEnded, id)
const user = (id: string, version: number) => event(identityEvents.userTokensEnded, id, { version })

test('revocations end the tokens of a user that were issued before, and none that came after', () => {
  const revocations = createRevocations()
  revocations.note(user('u1', 1_000))
  revocations.note(user('u1', 900))
  expect(revocations.isRevoked(caller({ tokenVersion: 999 }))).toBe(true)
  expect(revocations.isRevoked(caller({ tokenVersion: 1_000 }))).toBe(false)
  expect(revocations.isRevoked(caller({ id: 'u2' }))).toBe(false)
})

test('revocations of kinds that a later identity has pass by', () => {
  const revocations = createRevocations()
  revocations.note(event('identity.device.ended', 's1'))
  revocations.note(event(identityEvents.userTokensEnded, 'u1', { since: 'yesterday' }))
  expect(revocations.isRevoked(caller())).toBe(false)
})

test('revocations fall out when no token can be so old, however many there were', () => {
  let time = 0
  const revocations = createRevocations(() => time)
  for (let n = 0; n < 10_000; n += 1) revocations.note(n % 2 ? session(`s${n}`) : user(`u${n}`, n))
  time = REVOCATION_MATTERS_MS / 2
  // Ended again: this one stays.
  revocations.note(user('u0', 5))
  revocations.removeExpired()
  expect(revocations.size()).toBe(10_000)
  time = REVOCATION_MATTERS_MS
  revocations.removeExpired()
  expect(revocations.size()).toBe(1)
  expect(revocations.isRevoked(caller({ id: 'u0', tokenVersion: 4 }))).toBe(true)
})
