import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityEvents } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { afterEach, expect, test } from 'vitest'
import { startUpstream, temporaryFolder, tokens, type Upstream } from '../test/support.ts'

const children: ChildProcess[] = []
const open: Upstream[] = []
/** Events in identity's feed of revocations, oldest first. */
let revocations: object[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const upstream of open.splice(0)) await upstream.close()
  revocations = []
})

/** Writes a list of services: identity, and one with these prefixes. */
async function list(url: string, ...prefixes: string[]): Promise<{ SERVICES_FILE: string }> {
  const file = join(await temporaryFolder(), 'services.json')
  const services = { identity: { url, prefixes: ['/api/auth'] }, others: { url, prefixes } }
  await writeFile(file, JSON.stringify(services))
  return { SERVICES_FILE: file }
}

function start(env: Record<string, string>): ChildProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...ofEveryProgram(), PORT: '0', LOG_LEVEL: 'silent', ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  return child
}

async function startServices(): Promise<Upstream> {
  const services = await startUpstream((req, res) => {
    if (req.url === '/.well-known/jwks.json') res.end(JSON.stringify(tokens.jwks))
    else if (req.url?.startsWith('/.well-known/endings')) res.end(JSON.stringify(revocations))
    else setTimeout(() => res.end('answered'), req.url === '/api/medicines/slow' ? 500 : 0)
  })
  open.push(services)
  return services
}

test('reads the keys from identity, and finishes what it began when it is told to stop', async () => {
  const { url } = await startServices()
  const child = start(await list(`${url}/`, '/api/medicines'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${tokens.token()}` } })
  expect((await ask('/api/medicines')).status).toBe(200)
  expect((await ask('/metrics')).status).toBe(404)
  const slow = ask('/api/medicines/slow')
  // Waits for this request; others read the revocations.
  await expect.poll(() => open[0]?.requests.map(({ url: path }) => path)).toContain('/api/medicines/slow')
  child.kill('SIGTERM')
  expect(await (await slow).text()).toBe('answered')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('refuses what has ended, before any service sees it', async () => {
  const { url } = await startServices()
  const time = new Date().toISOString()
  const ended = {
    specversion: '1.0',
    id: 'e.1',
    source: 'identity',
    type: identityEvents.sessionEnded,
    time,
    data: {},
  }
  revocations = [{ ...ended, subject: 's1' }]
  const child = start(await list(url, '/api/medicines'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ask = (sessionId: string) => {
    const headers = { authorization: `Bearer ${tokens.token({ sessionId })}` }
    return fetch(`http://127.0.0.1:${port}/api/medicines`, { headers })
  }
  const refused = await ask('s1')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  expect(await refused.json()).toMatchObject({ code: 'auth.session_ended' })
  expect((await ask('s2')).status).toBe(200)
  expect(open[0]?.requests.filter((request) => request.url === '/api/medicines')).toHaveLength(1)
  // The feed of revocations is not reachable from outside.
  expect((await fetch(`http://127.0.0.1:${port}/.well-known/endings`)).status).toBe(404)
})

test('shows ops its health and numbers on a port of their own', async () => {
  const { url } = await startServices()
  const opsPort = await findFreePort()
  const child = start({ ...(await list(url)), OPS_PORT: String(opsPort) })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  await fetch(`http://127.0.0.1:${port}/api/test`)
  const ops = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`)
  expect((await ops('/readyz')).status).toBe(200)
  expect(await (await ops('/metrics')).text()).toContain(
    'http_request_duration_seconds_count{service="gateway",method="GET",route="/api/test",status="200"} 1',
  )
})
