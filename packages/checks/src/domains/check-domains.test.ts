import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root as suite } from '../root.ts'
import { checkDomains } from './check-domains.ts'

let root: string

function write(path: string, content: object | string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const change = (path: string, from: string, to: string) => {
  expect(read(path)).toContain(from)
  write(path, read(path).replaceAll(from, to))
}

function plantArea(name: string, { path = `/${name}`, order = 10, port = 5101, built = name } = {}): void {
  const area = { name, nav: [{ order }], routes: [{ path }, { path: `${path}/:id` }] }
  write(`mf-${name}/src/area.ts`, `export const area = ${JSON.stringify(area)}`)
  write(`mf-${name}/rspack.config.ts`, `export default defineAreaBuild('${built}', { devPort: ${port} })`)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'domains-'))
  write('package.json', { workspaces: ['services/*', 'mf-*'] })
  write('deploy/services.json', {
    inventory: { prefixes: ['/api/medicines'] },
    suppliers: { prefixes: ['/api/suppliers', '/api/medicines/suppliers'], follows: ['inventory'] },
    planned: { prefixes: ['/api/planned'] },
  })
  for (const name of ['inventory', 'suppliers']) {
    write(`services/${name}/package.json`, { name })
    write(`services/${name}/src/app.test.ts`, "testAccess(open, { 'get /api/x': 'admin' })")
    write(`packages/contracts/src/${name}.ts`, '')
  }
  write('services/inventory/src/routes.ts', "const PATH = '/api/medicines'\nroute({ path: PATH })")
  write(
    'services/inventory/src/app.ts',
    "defineService({\n  name: 'inventory',\n})\ncreateFeed({ db, source: 'inventory' })",
  )
  write(
    'packages/contracts/src/inventory.ts',
    "export const stockEvents = { changed: 'inventory.medicine.changed' }",
  )
  write('services/suppliers/src/projection.ts', 'defineProjection({ types: [stockEvents.changed] })')
  write('services/suppliers/src/routes.ts', "route({ path: '/api/suppliers/:id' })")
  write(
    'CODEOWNERS',
    [
      '* @a/platform',
      '/services/inventory/ @a/i',
      '/services/suppliers/ @a/s',
      '/mf-inventory/ @a/i',
      '/mf-suppliers/ @a/s',
      '/packages/contracts/src/inventory* @a/i',
      '/packages/contracts/src/suppliers.ts @a/s',
    ].join('\n'),
  )
  plantArea('inventory', { path: '/medicines' })
  plantArea('suppliers', { order: 20, port: 5102 })
})
afterEach(() => rmSync(root, { recursive: true }))

it('accepts domains that are started, routed, owned, published and protected', async () => {
  expect(await checkDomains(root)).toEqual([])
})

it('finds nothing in this repository', async () => {
  expect(await checkDomains(suite)).toEqual([])
})

it.each<[string, () => void, string]>([
  [
    'a service that is not started',
    () => write('deploy/services.json', { inventory: { prefixes: ['/api/medicines'] } }),
    'services/suppliers is not in deploy/services.json, so it is neither started nor routed',
  ],
  [
    'a service without a prefix',
    () => {
      write('deploy/services.json', { inventory: { prefixes: ['/api/medicines'] }, suppliers: {} })
      write('services/suppliers/src/routes.ts', '')
    },
    'suppliers has no prefix in deploy/services.json, so the gateway does not route it',
  ],
  [
    'a projection of a service that the list does not let it follow',
    () => change('deploy/services.json', '"follows":["inventory"]', '"follows":[]'),
    'services/suppliers/src/projection.ts receives events of inventory: add it to "follows" of suppliers in deploy/services.json',
  ],
  [
    'a service to follow that does not exist',
    () => change('deploy/services.json', '"follows":["inventory"]', '"follows":["inventory","inventry"]'),
    'deploy/services.json has suppliers follow inventry, which is no service of it',
  ],
  [
    'a service that calls itself otherwise',
    () => change('services/inventory/src/app.ts', "name: 'inventory'", "name: 'stock'"),
    'services/inventory/src/app.ts names stock, and the service is inventory',
  ],
  [
    'a feed under another name',
    () => change('services/inventory/src/app.ts', "source: 'inventory'", "source: 'stock'"),
    'services/inventory/src/app.ts names stock, and the service is inventory',
  ],
  [
    'a service without a role-table test',
    () => write('services/suppliers/src/app.test.ts', "test('something else', () => {})"),
    'suppliers has no role-table test: no test of it says with testAccess who may call each route',
  ],
  [
    'a path that is not routed',
    () => change('services/suppliers/src/routes.ts', '/api/suppliers', '/api/supplier-lists'),
    'services/suppliers/src/routes.ts serves /api/supplier-lists/, which deploy/services.json does not trust suppliers with',
  ],
  [
    "a path inside another's prefix that was not granted by name",
    () => change('services/suppliers/src/routes.ts', '/api/suppliers/', '/api/medicines/brands/'),
    'services/suppliers/src/routes.ts serves /api/medicines/brands/, which deploy/services.json does not trust suppliers with',
  ],
  [
    'a part of its own prefix that was granted to another',
    () => change('services/inventory/src/routes.ts', '/api/medicines', '/api/medicines/suppliers'),
    'services/inventory/src/routes.ts serves /api/medicines/suppliers, which deploy/services.json does not trust inventory with',
  ],
  [
    'a service without owner',
    () => change('CODEOWNERS', '/services/suppliers/ @a/s\n', ''),
    'services/suppliers/ has no owner of its own in CODEOWNERS',
  ],
  [
    'an area whose line in CODEOWNERS names no owner',
    () => change('CODEOWNERS', '/mf-suppliers/ @a/s', '/mf-suppliers/'),
    'mf-suppliers/ has no owner of its own in CODEOWNERS',
  ],
  [
    'a service without contract',
    () => rmSync(join(root, 'packages/contracts/src/suppliers.ts')),
    'suppliers has no contract: there is no packages/contracts/src/suppliers.ts',
  ],
  [
    'a contract without owner',
    () => change('CODEOWNERS', '/packages/contracts/src/suppliers.ts @a/s', ''),
    'packages/contracts/src/suppliers.ts has no owner of its own in CODEOWNERS',
  ],
  [
    "an area with the shell's own path",
    () => plantArea('suppliers', { path: '/users', order: 20, port: 5102 }),
    'the shell and suppliers both have the path /users',
  ],
  [
    "an area with the navigation order of the shell's own link",
    () => plantArea('suppliers', { order: 1000, port: 5102 }),
    'the shell and suppliers both have the navigation order 1000',
  ],
  [
    'two areas with one path',
    () => plantArea('suppliers', { path: '/medicines', order: 20, port: 5102 }),
    'inventory and suppliers both have the path /medicines',
  ],
  [
    'two areas with one navigation order',
    () => plantArea('suppliers', { port: 5102 }),
    'inventory and suppliers both have the navigation order 10',
  ],
  [
    'two areas with one development port',
    () => plantArea('suppliers', { order: 20 }),
    'inventory and suppliers both have the development port 5101',
  ],
  [
    "an area on the shell's development port",
    () => plantArea('suppliers', { order: 20, port: 5100 }),
    'the shell and suppliers both have the development port 5100',
  ],
  [
    'an area whose build names another',
    () => plantArea('suppliers', { order: 20, port: 5102, built: 'inventory' }),
    'mf-suppliers/rspack.config.ts names inventory, not suppliers',
  ],
  [
    'an area whose definition names another',
    () => change('mf-suppliers/src/area.ts', '"name":"suppliers"', '"name":"inventory"'),
    'mf-suppliers/src/area.ts names inventory, not suppliers',
  ],
])('refuses %s', async (_what, plant, sentence) => {
  plant()
  expect(await checkDomains(root)).toContain(sentence)
})
