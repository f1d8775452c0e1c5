import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { LoginResponse } from '@mms/contracts'
import { callerOf } from '@mms/service-kit/test-support'
import { afterEach, expect, inject, test } from 'vitest'
import { runProgram } from '../../test/services.ts'
import {
  cleanUp,
  type RunningSuite,
  separate,
  settings,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { OPENING, openStore, sellUntil, stockOf } from '../../test/till.ts'
import { controlSocket } from '../control/server.ts'
import { createKeyFile } from './key.ts'

/** Several processes start, on a machine that may be busy. */
const SLOW = { timeout: 600_000 }
const PATIENTLY = { timeout: 180_000, interval: 100 }
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

afterEach(cleanUp)

/** A suite that runs, and can be backed up. */
async function startStore(more: Record<string, string> = {}, command?: typeof separate) {
  const own = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, WRITES_PER_SECOND: '0' }
  const env = await settings({ ...own, ...more })
  const suite = await untilReady(startSuite(env, command))
  const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
  createKeyFile(key)
  const ofBackup = { ...env, BACKUP_TO: to, BACKUP_KEY_FILE: key }
  const store = await openStore(suite.url, admin)
  return {
    env,
    suite,
    store,
    async backUp(): Promise<string> {
      expect(await runProgram('backup/main.ts', [], ofBackup)).toMatchObject({ code: 0 })
      return join(to, readdirSync(to).at(-1) ?? '')
    },
    restore: (file: string, service: string) =>
      runProgram('backup/restore-main.ts', [file, '--only', service], ofBackup),
  }
}

/** Pauses inventory as a restore does, and dies. */
async function dieWhilePaused(dataFolder: string): Promise<void> {
  const asking = request({ socketPath: controlSocket(dataFolder), path: '/pause/inventory', method: 'POST' })
  asking.on('error', () => {}).flushHeaders()
  await new Promise<void>((resolve) => {
    asking.on('response', (answer) =>
      answer.on('data', (lines: Buffer) => lines.includes('paused\n') && resolve()).on('error', () => {}),
    )
  })
  asking.destroy()
}

const tillOf = (suite: RunningSuite) => suite.children().get('till')

test(
  'inventory is restored while tills sell: no sale of later is lost, and the office goes on',
  SLOW,
  async () => {
    const { env, suite, store, backUp, restore } = await startStore()
    const file = await backUp()
    const [office, till] = [suite.children().get('office'), tillOf(suite)]
    const acknowledged = new Set<string>()
    const closing = new AbortController()
    const tills = Array.from({ length: 4 }, () => sellUntil(closing.signal, store, acknowledged))
    const sold = (more: number) =>
      expect.poll(() => acknowledged.size, PATIENTLY).toBeGreaterThan(acknowledged.size + more)
    await sold(20)

    const cut = join(temporaryFolder(), 'cut.backup')
    copyFileSync(file, cut)
    truncateSync(cut, statSync(file).size - 40)
    expect(await restore(cut, 'inventory')).toMatchObject({
      code: 1,
      output: expect.stringContaining('was cut'),
    })
    expect(tillOf(suite)).toBe(till)

    await dieWhilePaused(env.DATA_DIR)
    await sold(20)

    const restored = await restore(file, 'inventory')
    expect(restored.output).toMatch(
      /^till stops \(.*inventory.*\); what else runs goes on\.\ntill is back after .+ s\.\nRestored as of 2.+: inventory\.\nWhat was there/,
    )
    expect(restored.code).toBe(0)
    await sold(20)
    closing.abort()
    await Promise.all(tills)
    const reconcile = async () => (await runProgram('reconcile.ts', [], env)).output
    await expect.poll(reconcile, PATIENTLY).toContain('Found 0 mismatches')
    expect(await stockOf(store)).toBe(OPENING - acknowledged.size)
    expect(suite.children().get('office')).toBe(office)
  },
)

test('identity is restored on a server while the others know of endings after the backup', SLOW, async () => {
  const DATABASE_URL = `${inject('mariaDbUrl')}beside_${process.pid}`
  const { suite, store, backUp, restore } = await startStore({ DATABASE_URL }, separate)
  const gateway = callerOf(suite.url)
  const signIn = async (password: string) =>
    (await gateway.post<LoginResponse>('/api/auth/login', { body: { ...admin, password } })).body.token
  const listed = async (token: string) =>
    Promise.all(
      ['medicines', 'alerts'].map(async (list) => (await gateway.get(`/api/${list}`, { token })).status),
    )
  const change = async (currentPassword: string, newPassword: string) => {
    const body = { currentPassword, newPassword }
    await gateway.post('/api/auth/password', { token: await signIn(currentPassword), body })
  }
  const file = await backUp()
  await change(admin.password, 'quite another password')
  await change('quite another password', 'and still another one')
  await expect.poll(() => listed(store.token), PATIENTLY).toEqual([401, 401])
  const { 'services/identity': identity, ...others } = Object.fromEntries(suite.children())

  const restored = await restore(file, 'identity')
  expect(restored.output).toMatch(
    /^identity stops .+\nidentity is back after .+\nRestored as of 2.+: identity\.\n/,
  )
  const late = await signIn(admin.password)
  expect(await listed(late)).toEqual([200, 200])
  expect(await listed(store.token)).toEqual([401, 401])
  const { 'services/identity': later, ...same } = Object.fromEntries(suite.children())
  expect(same).toEqual(others)
  expect(later).not.toBe(identity)
})
