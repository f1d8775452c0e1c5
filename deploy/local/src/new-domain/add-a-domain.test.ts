import { join } from 'node:path'
import type { AreaRegistry, LoginResponse } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { callerOf } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copySuite, enterInLock, filesOf, runIn } from '../../test/suite-copy.ts'
import { cleanUp, startSuite, temporaryFolder, untilReady } from '../../test/support.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const SOURCES = ['*', '{services,mf-*,packages,gateway,shell,deploy,docs,e2e,bench}/**/*.*']
const OWN =
  /^(services\/suppliers|mf-suppliers|deploy\/kubernetes\/.*\/(mf-)?suppliers)\/|^packages\/contracts\/src\/suppliers/
const BUILDS = ['{shell,mf-inventory,mf-sales}/dist/**/*.*']
const ADMIN = { email: 'owner@pharmacy.test', password: 'a long enough password' }

let copy: string
let touched: string[]
let builtBefore: Map<string, string>

const build = () => runIn(copy, 'deploy/local/src/build.ts')
const sources = () => new Map([...filesOf(copy, SOURCES)].filter(([file]) => !file.includes('/dist/')))

beforeAll(() => {
  copy = copySuite()
  build()
  builtBefore = filesOf(copy, BUILDS)
  const before = sources()
  runIn(copy, 'deploy/local/src/new-domain/main.ts', 'suppliers', '--follows', 'inventory', '--no-install')
  enterInLock(copy)
  touched = [...sources()].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file)
  build()
})
afterAll(cleanUp)

test('is one command, which enters it where the suite lists what it has and nowhere else', () => {
  expect(touched.filter((file) => !OWN.test(file))).toEqual([
    'CODEOWNERS',
    'README.md',
    'compose.yaml',
    ...[
      'areas/areas.json',
      'gateway/network-policy.yaml',
      'identity/network-policy.yaml',
      'inventory/network-policy.yaml',
      'suite/services.txt',
      'suite/urls.env',
    ].map((file) => `deploy/kubernetes/base/${file}`),
    'deploy/kubernetes/components/backup/backup.yaml',
    ...['local', 'production', 'staging'].map(
      (name) => `deploy/kubernetes/overlays/${name}/kustomization.yaml`,
    ),
    'deploy/services.json',
    'docs/settings.md',
    'package-lock.json',
    'packages/contracts/src/index.ts',
  ])
})

test.each([
  ['a second time', ['suppliers'], /There is \S+ already/],
  ['for a name that is no word', ['Lab-Tests'], 'one English word in small letters'],
  ['for a folder of the suite', ['shell', 'husk'], 'There is shell already'],
  ['for a page of an area', ['reports'], 'reports is an address already'],
  ['for a word of the language', ['classes', 'class'], 'class is a word of JavaScript'],
  ['for a service that it cannot follow', ['racks', '--follows', 'sales'], 'can follow inventory only'],
])('is refused in one sentence %s, and nothing is written', (_, words, sentence) => {
  const before = sources()
  expect(() => runIn(copy, 'deploy/local/src/new-domain/main.ts', ...words, '--no-install')).toThrow(sentence)
  expect(sources()).toEqual(before)
})

test('changes no file of another front end, though it brings a contract and a package', () => {
  expect(builtBefore.size).toBeGreaterThan(50)
  expect(filesOf(copy, BUILDS)).toEqual(builtBefore)
})

test('is all that the checks ask for', () => {
  runIn(copy, 'packages/checks/src/main.ts', 'domains', 'boundaries', 'types', 'lint')
})

test('passes its own tests and those of lists, and follows inventory', () => {
  runIn(
    copy,
    'node_modules/vitest/vitest.mjs',
    'run',
    'packages/checks/src/words',
    'gateway/src/status',
    'services/suppliers',
    'mf-suppliers',
  )
})

test('starts with the suite, is routed, answers its list, and its area is there', async () => {
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: temporaryFolder(),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const suite = startSuite(env, [process.execPath, join(copy, 'deploy/local/start.js')])
  await untilReady(suite)
  const { get, post } = callerOf(suite.url)
  const { token } = (await post<LoginResponse>('/api/auth/login', { body: ADMIN })).body
  expect((await get('/api/suppliers')).status).toBe(401)
  expect(await get('/api/suppliers', { token })).toMatchObject({ status: 200, body: [] })
  const body = { name: 'Cipla' }
  const added = await post('/api/suppliers', { token, body })
  expect(added).toMatchObject({ status: 201, body })
  expect((await get('/api/suppliers', { token })).body).toEqual([added.body])
  const { areas } = (await get<AreaRegistry>('/areas.json')).body
  const area = areas.find(({ name }) => name === 'suppliers')
  const routes = ['/suppliers', '/suppliers/add', '/suppliers/:id', '/suppliers/edit/:id']
  expect(area?.manifest).toMatchObject({ title: 'Suppliers', routes })
  expect((await get(`${area?.baseUrl}${area?.manifest?.entry}`)).status).toBe(200)
})
