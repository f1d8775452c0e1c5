import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closing,
  publicPaths,
  startGateway,
  startUpstream,
  type TestGateway,
  tokens,
  type Upstream,
} from '../../test/support.ts'
import { readDocument } from './documents.ts'

const names = ['identity', 'inventory', 'alerts', 'sales', 'analytics'] as const
type Service = (typeof names)[number]
type Row = [method: 'get' | 'post' | 'put' | 'delete', path: string, service: Service, access: string]

/** Routes of section 7 of the specification, and of accounts. */
const surface: Row[] = [
  ['post', '/api/auth/login', 'identity', 'public'],
  ['get', '/api/users', 'identity', 'signed-in'],
  ['get', '/api/medicines/summary', 'inventory', 'signed-in'],
  ['get', '/api/alerts/recent', 'alerts', 'signed-in'],
  ['get', '/api/medicines/climate-demand', 'analytics', 'signed-in'],
  ['get', '/api/medicines?filter=low-stock&search=a%25b', 'inventory', 'signed-in'],
  ['delete', '/api/medicines/42', 'inventory', 'signed-in'],
  ['post', '/api/transactions', 'sales', 'signed-in'],
  ['get', '/api/reports?period=last-week', 'analytics', 'signed-in'],
  ['put', '/api/store-settings', 'analytics', 'signed-in'],
]

const upstreams = {} as Record<Service, Upstream>
let gateway: TestGateway

beforeAll(async () => {
  for (const name of names) {
    upstreams[name] = await startUpstream((req, res) => {
      if (req.url !== '/openapi.json') res.end(`${name} ${req.method} ${req.url}`)
      else res.end(JSON.stringify({ paths: name === 'identity' ? publicPaths : {} }))
    })
  }
  const services = Object.fromEntries(names.map((name) => [name, upstreams[name].url]))
  gateway = await startGateway({ services, readDocument })
})
afterAll(() => Promise.all([gateway, ...Object.values(upstreams)].map((each) => each.close())))

describe.each(surface)('%s %s', (method, path, service, access) => {
  test(`is answered by ${service}`, async () => {
    const answer = await gateway[method](path, { token: tokens.token({ role: 'staff' }) })
    expect(answer).toMatchObject({ status: 200, body: `${service} ${method.toUpperCase()} ${path}` })
  })

  test(`is ${access}`, async () => {
    const received = () => upstreams[service].requests.filter(({ url }) => url !== '/openapi.json').length
    const before = received()
    const { status } = await gateway[method](path)
    expect(status).toBe(access === 'public' ? 200 : 401)
    expect(received() - before).toBe(access === 'public' ? 1 : 0)
  })
})

test('names the area while its service does not exist', async () => {
  const bare = closing(await startGateway())
  const message = 'Sales is not part of this installation yet'
  expect(await bare.get('/api/transactions', { token: tokens.token() })).toMatchObject({
    status: 503,
    body: { code: 'gateway.not_installed', message },
  })
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
    const before = names.map((name) => upstreams[name].requests.length)
    expect((await gateway.get(path, { token: tokens.serviceToken() })).status).toBe(404)
    expect(names.map((name) => upstreams[name].requests.length)).toEqual(before)
  },
)
