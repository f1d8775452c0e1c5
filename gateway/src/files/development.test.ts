import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem } from '@mms/service-kit'
import { openForTests } from '@mms/service-kit/test-support'
import { afterAll, expect, test } from 'vitest'
import { closing, startGateway, tokens } from '../../test/support.ts'

const origin = 'http://localhost:5102'

const folder = mkdtempSync(join(tmpdir(), 'mms-shell-'))
writeFileSync(join(folder, 'index.html'), '<meta name="development" content="__DEVELOPMENT__">')
afterAll(() => rmSync(folder, { recursive: true }))
const developers = ['meena@example.com']
const gateway = openForTests(() =>
  startGateway({ shellFolder: folder, developerOrigins: [origin], developers }),
)

/** Loads a page as a browser that requests an area from a development server. */
async function openPage(wish: string, from = gateway) {
  const cookie = `mms_development=${encodeURIComponent(wish)}`
  const { headers, body } = await from.get<string>('/sales', { headers: { accept: 'text/html', cookie } })
  const policy = headers.get('content-security-policy') ?? ''
  return {
    development: /content="(.*)"/.exec(body)?.[1],
    cached: headers.get('cache-control'),
    scripts: /script-src ([^;]*)/.exec(policy)?.[1],
    connections: /connect-src ([^;]*)/.exec(policy)?.[1],
  }
}

const usual = { development: '', cached: 'no-cache', scripts: "'self'", connections: "'self'" }

test.each([
  ['an administrator', { sub: 'ada', role: 'admin' }],
  ['a listed developer', { sub: 'meena', role: 'staff', email: 'meena@example.com' }],
] as const)('gives %s the page with one area from a listed development server', async (_who, claims) => {
  expect(await openPage(`sales ${origin} ${tokens.token(claims)}`)).toEqual({
    development: `sales ${origin}/ ${claims.sub}`,
    cached: 'no-store',
    scripts: `'self' ${origin}`,
    connections: `'self' ${origin} ws://localhost:5102`,
  })
})

test('asks again while identity is busy', async () => {
  let busy = 2
  const access = async (token: string) => {
    if (busy > 0) {
      busy -= 1
      throw problem.unavailable('auth.keys_unavailable', 'Sign-in cannot be checked right now')
    }
    return tokens.verifiers.access(token)
  }
  const verifiers = { ...tokens.verifiers, access }
  const patient = closing(await startGateway({ shellFolder: folder, developerOrigins: [origin], verifiers }))
  expect((await openPage(`sales ${origin} ${admin()}`, patient)).scripts).toContain(origin)
})

const admin = () => tokens.token({ role: 'admin' })

test.each([
  ['other staff', () => `sales ${origin} ${tokens.token({ role: 'staff' })}`],
  ['an origin that is not listed', () => `sales http://localhost:5103 ${admin()}`],
  ['an origin that only begins like a listed one', () => `sales ${origin}.evil.example ${admin()}`],
  ['no token', () => `sales ${origin}`],
  ['a token that has expired', () => `sales ${origin} ${tokens.token({ role: 'admin', expiresIn: -1 })}`],
  ['a token that another key signed', () => `sales ${origin} ${admin().slice(0, -8)}AAAAAAAA`],
  ['what is no area', () => `"><script> ${origin} ${admin()}`],
  ['nonsense', () => '%E0%A4%A'],
])('gives the usual page for %s', async (_what, wish) => {
  expect(await openPage(wish())).toEqual(usual)
})

test('gives nobody another page unless origins are listed', async () => {
  const closed = closing(await startGateway({ shellFolder: folder }))
  expect(await openPage(`sales ${origin} ${admin()}`, closed)).toEqual(usual)
})
