import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '@mms/service-kit/ports'
import { identityKeys, publishKeys, testDatabases, testTokens } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDeployables, root } from '../deployables.ts'
import { bundleServer } from './server.ts'

const UNREACHABLE = 'http://127.0.0.1:1'
const servers = findDeployables().filter(({ kind }) => kind === 'service' || kind === 'gateway')
const tokens = testTokens()
const folder = mkdtempSync(join(tmpdir(), 'mms-bundles-'))
let keys: Awaited<ReturnType<typeof publishKeys>>
let settings: NodeJS.ProcessEnv

/** Writes a world-readable file, as a cluster mounts them. */
function writeShared(name: string, content: string | object): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  keys = await publishKeys(tokens)
  const ofServices = tokens.serviceSettings()
  chmodSync(dirname(ofServices.SERVICE_KEY_FILE), 0o755)
  settings = {
    ...ofServices,
    HOST: '127.0.0.1',
    JWKS_URL: keys.url,
    ...identityKeys(),
    ADMIN_EMAIL: 'asha@example.com',
    ADMIN_PASSWORD: 'a long first password',
    SERVICES_FILE: writeShared('services.json', { identity: { url: UNREACHABLE, prefixes: ['/api/auth'] } }),
    ...Object.fromEntries(servers.map(({ name }) => [`${name.toUpperCase()}_URL`, UNREACHABLE])),
  }
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

/** Starts the bundle as in a pod: without rights, without a home, on a read-only root. */
function startAsInPod(file: string, env: NodeJS.ProcessEnv, args: string[] = []) {
  const unprivileged = 'setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --bounding-set=-all'
  const script = `mount -o remount,bind,ro / && exec ${unprivileged} "$@"`
  const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const child = spawn(
    'unshare',
    [
      ...own,
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      script,
      'sh',
      process.execPath,
      file,
      ...args,
    ],
    { cwd: '/', env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  return { child, said, ended: once(child, 'exit') }
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

test.each(servers)('the image of $name runs unprivileged on a read-only root', async (server) => {
  const app = join(folder, server.name)
  await bundleServer(server, app, server.kind === 'gateway' ? 'main.ts' : '*main.ts')
  expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false)
  const database = await testDatabases()
    .find(({ name }) => name === 'mariadb')
    ?.open()
  const port = await findFreePort()
  const env = { ...settings, PORT: String(port), DATABASE_URL: database?.url }
  const main = join(app, 'main.js')
  if (server.kind === 'service') {
    const migration = startAsInPod(main, env, ['migrate'])
    expect([await migration.ended, await migration.said]).toEqual([[0, null], expect.any(String)])
    expect(await database?.db.schema.hasTable('knex_migrations')).toBe(true)
  }
  const { child, said, ended } = startAsInPod(main, env)
  const base = `http://127.0.0.1:${port}`
  await expect.poll(() => statusOf(`${base}/livez`)).toBe(200)
  await expect.poll(() => statusOf(`${base}/readyz`)).toBe(200)
  child.kill('SIGTERM')
  expect([await ended, await said]).toEqual([[0, null], expect.stringContaining('"stopping"')])
  await database?.close()
})

test('the commands of documents for pods are in the images', () => {
  const texts = globSync('docs/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const commands = texts
    .flatMap((text) => [...text.matchAll(/deployment\/([\w-]+) [^`\n]*node \/(app\/[\w-]+\.js)/g)])
    .map(([, name = '', file = '']) => join(folder, name, file.replace('app/', '')))
  expect(commands).toContain(join(folder, 'sales/reconcile.js'))
  expect(commands.filter((file) => !existsSync(file))).toEqual([])
})

test('a bundle finds the files that its source stands beside, in its worker threads too', async () => {
  const programs = globSync('analytics/*.js', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  expect(programs.some((program) => program.includes('india-normals.csv'))).toBe(true)
  expect(programs.some((program) => program.includes('__webpack_require__.b=void 0'))).toBe(false)
  expect(existsSync(join(folder, 'analytics/india-normals.csv'))).toBe(true)
  expect(existsSync(join(folder, 'inventory/salts.txt'))).toBe(true)
  expect(existsSync(join(folder, 'inventory/sample-medicines.txt'))).toBe(true)
  expect(existsSync(join(folder, 'gateway/start-page.js'))).toBe(true)
  expect(existsSync(join(folder, 'gateway/node_modules/swagger-ui-dist/swagger-ui.css'))).toBe(true)
})
