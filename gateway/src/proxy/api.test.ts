import { openForTests, testTokens } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { startGateway, startUpstream } from '../../test/support.ts'

const upstream = openForTests(() => startUpstream())
const gateway = openForTests(() =>
  startGateway({ services: { identity: upstream.url, inventory: upstream.url } }),
)

// The kit's own tests have the other invalid tokens.
test('answers 401 to a token that somebody else signed', async () => {
  const before = upstream.requests.length
  const token = testTokens().token()
  const answer = await gateway.get('/api/medicines', { token })
  expect(answer).toMatchObject({ status: 401, body: { code: 'auth.invalid_token', status: 401 } })
  expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  expect(upstream.requests.length).toBe(before)
})

const sibling = { origin: 'http://evil.shop.example', 'sec-fetch-site': 'same-site' }
test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['a sibling host', { ...sibling, host: 'shop.example' }],
  ['a page without an origin', { origin: 'null' }],
])('refuses a change that comes from %s', async (_who, headers: Record<string, string>) => {
  const before = upstream.requests.length
  const answer = await gateway.post('/api/auth/refresh', { headers })
  expect(answer).toMatchObject({ status: 403, body: { code: 'request.cross_site' } })
  expect(upstream.requests.length).toBe(before)
})

test('lets its own pages and other clients make changes, and anybody read', async () => {
  const own = { origin: gateway.url, 'sec-fetch-site': 'same-origin' }
  expect((await gateway.post('/api/auth/refresh', { headers: own })).status).toBe(200)
  expect((await gateway.post('/api/auth/refresh')).status).toBe(200)
  const link = { 'sec-fetch-site': 'cross-site' }
  expect((await gateway.get('/api/test', { headers: link })).status).toBe(200)
})

test('believes its public address where a proxy changes the host', async () => {
  const origin = 'https://shop.example'
  const behind = await startGateway({ publicOrigin: origin, services: { identity: upstream.url } })
  const own = await behind.post('/api/auth/refresh', { headers: { origin } })
  expect(own.status).toBe(200)
  expect(own.headers.get('strict-transport-security')).toContain('max-age=31536000')
  await behind.close()
})

test('says that it is there', async () => {
  const answer = await gateway.get('/api/test')
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(answer.headers.has('strict-transport-security')).toBe(false)
  const asked = await gateway.get('/api/test', { headers: { origin: 'https://evil.example' } })
  expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})
