import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityEvents } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { startProcess } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { closing, startUpstream, temporaryFolder, tokens } from '../test/support.ts'

const ended = {
  specversion: '1.0',
  id: 'e.1',
  source: 'identity',
  type: identityEvents.sessionEnded,
  subject: 's1',
  time: new Date().toISOString(),
  data: {},
}

/** Starts the gateway in front of a service that is also identity. */
async function start(env: Record<string, string> = {}) {
  const services = closing(
    await startUpstream((req, res) => {
      if (req.url === '/.well-known/jwks.json') res.end(JSON.stringify(tokens.jwks))
      else if (req.url?.startsWith('/.well-known/endings')) res.end(JSON.stringify([ended]))
      else setTimeout(() => res.end('answered'), req.url === '/api/medicines/slow' ? 500 : 0)
    }),
  )
  const url = `${services.url}/`
  const list = { identity: { url, prefixes: ['/api/auth'] }, others: { url, prefixes: ['/api/medicines'] } }
  const SERVICES_FILE = join(await temporaryFolder(), 'services.json')
  await writeFile(SERVICES_FILE, JSON.stringify(list))
  const gateway = await startProcess(join(import.meta.dirname, 'main.ts'), { SERVICES_FILE, ...env })
  onTestFinished(gateway.kill)
  return { services, gateway }
}

test('reads keys and revocations from identity, and finishes what it began when it is told to stop', async () => {
  const { services, gateway } = await start()
  const ask = (path: string, sessionId = 's2') => gateway.get(path, { token: tokens.token({ sessionId }) })
  expect((await ask('/api/medicines')).status).toBe(200)
  const over = { status: 401, body: { code: 'auth.session_ended' } }
  expect(await ask('/api/medicines', 's1')).toMatchObject(over)
  expect((await ask('/metrics')).status).toBe(404)
  const slow = ask('/api/medicines/slow')
  // Waits for this request; others read the revocations.
  await expect.poll(() => services.requests.map(({ url }) => url)).toContain('/api/medicines/slow')
  gateway.signal('SIGTERM')
  expect((await slow).body).toBe('answered')
  expect(await once(gateway.child, 'exit')).toEqual([0, null])
})

test('shows ops its health and numbers on a port of their own', async () => {
  const opsPort = await findFreePort()
  const { gateway } = await start({ OPS_PORT: String(opsPort) })
  await gateway.get('/api/test')
  const ops = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`)
  expect((await ops('/readyz')).status).toBe(200)
  expect(await (await ops('/metrics')).text()).toContain(
    'http_request_duration_seconds_count{service="gateway",method="GET",route="/api/test",status="200"} 1',
  )
})
