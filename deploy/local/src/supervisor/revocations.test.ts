import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoginResponse } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { callerOf, type TestAnswer, type TestCaller } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  type RunningSuite,
  separate,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { portsFile } from '../plan/plan.ts'
import { serviceNames } from '../setup/service-list.ts'

/** Maximum time until a revocation takes effect everywhere. */
const PROMISED_MS = 5_000
const OWNER = { email: 'owner@pharmacy.test', password: 'a long enough password' }
const GIVEN = 'the one that was given to her'
const PASSWORD = 'the first password of hers'

let suite: RunningSuite
let gateway: TestCaller
/** For each process, a request that shows if it accepts an access token. */
let doors: [string, (token: string) => Promise<TestAnswer<{ code?: string }>>][]
let owner: string

const cookieOf = ({ headers }: TestAnswer<unknown>) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const signIn = (body: object) => gateway.post<LoginResponse>('/api/auth/login', { body })

beforeAll(async () => {
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: temporaryFolder(),
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    PUBLIC_ORIGIN: 'https://pharmacy.test',
  }
  suite = await untilReady(startSuite(env, separate))
  const ports: number[] = JSON.parse(readFileSync(portsFile(join(env.DATA_DIR)), 'utf8'))
  const service = (name: string) => callerOf(`http://127.0.0.1:${ports[serviceNames.indexOf(name)]}`)
  gateway = callerOf(suite.url)
  const [identity, inventory, sales] = [service('identity'), service('inventory'), service('sales')]
  doors = [
    // The body may be empty, because the token is checked first.
    ['identity', (token) => identity.post('/api/auth/password', { token, body: {} })],
    ['inventory', (token) => inventory.get('/api/medicines', { token })],
    ['sales', (token) => sales.get('/api/transactions', { token })],
    // Any path will do, because the gateway checks the token before it forwards.
    ['gateway', (token) => gateway.get('/api/alerts', { token })],
  ]
  owner = (await signIn(OWNER)).body.token
})
afterAll(cleanUp)

async function addColleague(): Promise<{ token: string; cookie: string }> {
  const email = 'asha@pharmacy.test'
  const body = { name: 'Asha', email, role: 'admin', password: GIVEN }
  await gateway.post('/api/users', { token: owner, body })
  const answer = await signIn({ email, password: GIVEN })
  const chosen = await gateway.post<LoginResponse>('/api/auth/password', {
    token: answer.body.token,
    body: { currentPassword: GIVEN, newPassword: PASSWORD },
  })
  return { token: chosen.body.token, cookie: cookieOf(answer) }
}

/** Resolves with the refusal. Fails if a request succeeds later than promised. */
async function untilRefused(ask: () => Promise<TestAnswer<{ code?: string }>>) {
  for (let waited = 0; ; ) {
    const before = performance.now()
    const answer = await ask()
    if (answer.status === 401) return answer
    if (waited > PROMISED_MS) throw new Error(`still let in after ${waited} ms`)
    await delay(50)
    // While the machine stands still, no process can ask.
    waited += Math.min(performance.now() - before, 500)
  }
}

test('after a logout no process takes the access token any more, however often it took it', async () => {
  const { token, cookie } = await addColleague()
  for (const [, ask] of doors) {
    for (let n = 0; n < 2; n += 1) expect((await ask(token)).status).not.toBe(401)
  }
  expect((await gateway.post('/api/auth/logout', { headers: { cookie } })).status).toBeLessThan(300)
  // Refuses at once, because identity reads its own tables.
  expect((await doors[0]?.[1](token))?.status).toBe(401)
  const refused = await Promise.all(doors.map(([, ask]) => untilRefused(() => ask(token))))
  for (const { body, headers } of refused) {
    expect(body.code).toBe('auth.session_ended')
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  }
  for (const [, ask] of doors) expect((await ask(owner)).status).not.toBe(401)
})
