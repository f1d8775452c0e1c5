import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForTests } from '@mms/service-kit/test-support'
import { afterAll, expect, test } from 'vitest'
import { closing, rawRequest, startGateway, temporaryFolder } from '../../test/support.ts'

const page = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>`
const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

const folder = mkdtempSync(join(tmpdir(), 'mms-shell-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
writeFileSync(join(folder, 'assets/main.0123456789abcdef.js'), 'start()')
afterAll(() => rmSync(folder, { recursive: true }))
const gateway = openForTests(() => startGateway({ shellFolder: folder }))

test.each(['/', '/login', '/medicines/edit/42', '/no/such/page.html', '/index.html'])(
  'answers the page for a navigation to %s',
  async (path) => {
    const answer = await gateway.get<string>(path, html)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test('gives each answer a nonce of its own, and a policy that admits no other style or script', async () => {
  const nonces = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const { headers, body } = await gateway.get<string>('/login', html)
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /style-src 'self' 'nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? ''
    expect(body).toBe(page.replaceAll('__CSP_NONCE__', nonce))
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('serves its files, and keeps the hashed ones for ever', async () => {
  const script = await gateway.get('/assets/main.0123456789abcdef.js')
  expect(script).toMatchObject({ status: 200, body: 'start()' })
  expect(script.headers.get('cache-control')).toContain('immutable')
  const icon = await gateway.get('/favicon.svg', html)
  expect(icon.headers.get('content-type')).toBe('image/svg+xml')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['a missing script', '/assets/old.0123456789abcdef.js', {}],
  ['a call of the API', '/api/nothing', html],
  ['data', '/medicines', { headers: { accept: 'application/json' } }],
  ['a folder', '/assets', {}],
  ['a folder with a slash', '/assets/', {}],
])('never answers the page for %s', async (_what, path, request) => {
  const answer = await gateway.get(path, request)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
})

test('answers HEAD without the page, and no other method', async () => {
  const head = await rawRequest(gateway.url, { path: '/', method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, body: '' })
  expect((await gateway.post('/login', html)).status).toBe(404)
})

test('shows a new build without a restart, and says so when there is none', async () => {
  const other = await temporaryFolder()
  const fresh = closing(await startGateway({ shellFolder: other }))
  expect(await fresh.get('/', html)).toMatchObject({ status: 503, body: { code: 'gateway.shell_missing' } })
  for (const build of ['built', 'built again']) {
    writeFileSync(join(other, 'index.html'), build)
    expect((await fresh.get('/', html)).body).toBe(build)
  }
})
