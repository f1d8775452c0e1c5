import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '@mms/service-kit/ports'
import { afterEach, expect, inject, test } from 'vitest'
import {
  admin,
  asAdmin,
  byNpm,
  cleanUp,
  direct,
  isRunning,
  medicines,
  separate,
  settings,
  startSuite,
  temporaryFolder,
  untilReady,
} from '../../test/support.ts'
import { serviceNames } from '../setup/service-list.ts'

afterEach(cleanUp)

test('stops when npm, which started it, gets SIGTERM', async () => {
  const npm = await untilReady(startSuite(await settings(asAdmin), byNpm))
  const [supervisor = 0] = npm.children().values()
  npm.kill('SIGTERM')
  expect(await npm.ended).toBe(0)
  expect(npm.output()).toContain('Stopping')
  expect(isRunning(supervisor)).toBe(false)
})

test('stops when npm is gone, which started it and passed no signal on', async () => {
  const env = { ...(await settings(asAdmin)), npm_lifecycle_script: 'exec node deploy/local/start.js' }
  const [node, program] = direct
  const suite = startSuite(env, ['sh', '-c', `${node} ${program} &`])
  // `ended` resolves with the exit code after all output has closed.
  expect(await suite.ended).toBe(0)
  expect(suite.output()).toContain('Stopping')
})

test('says that its port is taken', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const suite = startSuite({ PORT: String(port), DATA_DIR: temporaryFolder() })
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toBe(`Port ${port} on 127.0.0.1 is already taken. Choose another with PORT=….\n`)
  taken.close()
})

test('says that the database server cannot be reached, without its password', async () => {
  const port = await findFreePort()
  const suite = startSuite(await settings({ DATABASE_URL: `mysql://shop:secret@127.0.0.1:${port}/shop` }))
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toContain(
    `The database server at 127.0.0.1:${port} cannot be reached (ECONNREFUSED).`,
  )
  expect(suite.output()).not.toContain('secret')
})

test('stops everything and gives the reason when a service cannot start', async () => {
  const env = await settings({ ...asAdmin, STORE_TIME_ZONE: 'Moon/Crater' })
  const suite = startSuite(env)
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toContain('STORE_TIME_ZONE')
  expect(suite.output()).not.toContain('Ready')
  expect(suite.output()).not.toMatch(/\n {4}at /)
})

test('makes its databases on a MySQL server, and none of its own', async () => {
  const DATABASE_URL = `${inject('mariaDbUrl')}local_${process.pid}`
  const env = await settings({ ...asAdmin, DATABASE_URL })
  const suite = await untilReady(startSuite(env))
  expect(await medicines(suite.url, admin)).toBe(200)
  expect(readdirSync(env.DATA_DIR).filter((file) => file.includes('sqlite'))).toEqual([])
  const second = startSuite({ ...(await settings()), DATABASE_URL })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('are in use by another suite')
})

test('each process has the secrets of its own settings in its environment, and no other', async () => {
  const file = join(temporaryFolder(), 'webhook-secret')
  writeFileSync(file, 'whsec_kept-in-a-mounted-file\n')
  const password = join(temporaryFolder(), 'password')
  writeFileSync(password, `${admin.password}\n`)
  const secrets = {
    SMTP_URL: 'smtp://shop:mail-secret@127.0.0.1:25',
    WEATHER_API_KEY: 'weather-secret',
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1',
    CLOUD_SECRET: 'of-none-of-them',
  }
  const mail = { ALERT_MAIL_TO: 'a@b.test', ALERT_MAIL_FROM: 'a@b.test' }
  const webhook = { ALERT_WEBHOOK_URL: 'http://127.0.0.1:1/', ALERT_WEBHOOK_SECRET_FILE: file }
  const owner = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD_FILE: password }
  const suite = await untilReady(
    startSuite(await settings({ ...secrets, ...mail, ...webhook, ...owner }), separate),
  )
  const holding = (text: string) =>
    [...suite.children()]
      .filter(([, pid]) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text))
      .map(([program]) => program)
  const withGateway = serviceNames.length + 1
  expect(suite.children().size).toBe(withGateway)
  expect(holding('mail-secret')).toEqual(['services/alerts'])
  expect(holding(file)).toEqual(['services/alerts'])
  expect(holding('weather-secret')).toEqual(['services/analytics'])
  expect(holding(admin.password)).toEqual(['services/identity'])
  expect(holding('of-none-of-them')).toEqual([])
  expect(holding('PATH=')).toHaveLength(withGateway)
  expect(await medicines(suite.url, admin)).toBe(200)
})
