import { openForTests } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { closing, listServices, startGateway, startUpstream, tokens } from '../../test/support.ts'

const names = ['identity', 'inventory', 'alerts', 'sales', 'analytics']
const service = openForTests(() => startUpstream())
const gateway = openForTests(() =>
  startGateway({ services: Object.fromEntries(names.map((name) => [name, service.url])) }),
)

test('brings each prefix to its own service, and names the area of one that does not exist', async () => {
  const own = await Promise.all(names.map((name) => startUpstream((_req, res) => res.end(name))))
  own.forEach(closing)
  const services = Object.fromEntries(names.map((name, index) => [name, own[index]?.url ?? '']))
  const routed = closing(await startGateway({ services }))
  const bare = closing(await startGateway())
  const token = tokens.token()
  for (const [name, { prefixes }] of Object.entries(listServices()).filter(([each]) => names.includes(each)))
    for (const prefix of prefixes) {
      expect([prefix, (await routed.get(`${prefix}/x`, { token })).body]).toEqual([prefix, name])
      const refused = { status: 503, body: { code: 'gateway.not_installed' } }
      expect(await bare.get(prefix, { token })).toMatchObject(refused)
    }
  const message = 'Sales is not part of this installation yet'
  expect((await bare.get('/api/transactions', { token })).body).toMatchObject({ message })
})

test.each(['/api', '/api/', '/api/nothing', '/api/medicinesx', '/api/Medicines', '/api/authx/login'])(
  'answers 404 as a problem for %s',
  async (path) => {
    const answer = await gateway.get(path, { token: tokens.token(), headers: { accept: 'text/html' } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'gateway.no_such_address' } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  },
)

test.each(['/internal/movements/1', '/metrics', '/openapi.json', '/.well-known/jwks.json'])(
  'does not reach %s of any service',
  async (path) => {
    expect((await gateway.get(path, { token: tokens.serviceToken() })).status).toBe(404)
    expect(service.requests).toEqual([])
  },
)
