import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { admin, endServices, planSuite, runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'

/** Several processes start, one after another, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }
const PATIENTLY = { timeout: 60_000, interval: 100 }

afterEach(async () => {
  endServices()
  await cleanUp()
})

const databases = [
  ['the embedded database', () => undefined],
  ['MariaDB', () => `${inject('mariaDbUrl')}alone_${process.pid}`],
] as const

describe.each(databases)('identity restored alone on %s', (_, address) => {
  test('lets people in at services that know of endings after the backup', SLOW, async () => {
    const suite = await planSuite(address())
    const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
    const env = { ...suite.env, BACKUP_TO: to, BACKUP_KEY_FILE: key }
    const signIn = async (password: string) =>
      (await suite.call('identity', 'POST', '/api/auth/login', { ...admin, password })).token
    const listed = async (token: string) =>
      (await suite.request('inventory', 'GET', '/api/medicines', undefined, token)).status
    const change = async (currentPassword: string, newPassword: string) => {
      const body = { currentPassword, newPassword }
      const token = await signIn(currentPassword)
      await suite.call('identity', 'POST', '/api/auth/password', body, token)
    }
    await suite.start('identity', 'inventory')
    await runProgram('backup/main.ts', ['--new-key', key], {})
    expect(await runProgram('backup/main.ts', [], env)).toMatchObject({ code: 0 })
    const [file = ''] = readdirSync(to)

    const early = await signIn(admin.password)
    expect(await listed(early)).toBe(200)
    await change(admin.password, 'quite another password')
    await change('quite another password', 'and still another one')
    await expect.poll(() => listed(early), PATIENTLY).toBe(401)

    await suite.stop('identity')
    const restored = await runProgram('backup/restore-main.ts', [join(to, file), '--only', 'identity'], env)
    expect(restored.output).toMatch(/^Restored as of 2.+: identity\.\n/)
    await suite.start('identity')
    const late = await signIn(admin.password)
    expect(await listed(late)).toBe(200)
    expect(await listed(early)).toBe(401)
  })
})
