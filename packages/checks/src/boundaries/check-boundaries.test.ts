import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  write('package.json', { workspaces: ['packages/*', 'services/*', 'mf-*', 'shell', 'tools'] })
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: object | string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

function plant(folder: string, ...dependencies: string[]): void {
  const versions = Object.fromEntries(dependencies.map((name) => [name, '1.0.0']))
  write(`${folder}/package.json`, { name: folder, dependencies: versions })
}

it('accepts contracts ← kits ← services and areas', () => {
  plant('packages/contracts', 'zod')
  plant('packages/sdk', '@mms/contracts', 'react-router-dom')
  plant('services/inventory', '@mms/contracts', '@mms/service-kit', 'knex')
  plant('mf-inventory', '@mms/contracts', '@mms/sdk', '@mms/ui', 'react')
  expect(checkBoundaries(root)).toEqual([])
})

it.each([
  ['services/sales', '@mms/inventory-service'],
  ['services/sales', '@mms/sdk'],
  ['mf-sales', '@mms/mf-inventory'],
  ['mf-sales', '@mms/shell'],
  ['mf-sales', '@mms/service-kit'],
  ['mf-sales', '@chakra-ui/react'],
  ['mf-sales', 'lodash'],
  ['mf-sales', 'react-hook-form'],
  ['shell', '@mms/mf-inventory'],
  ['packages/contracts', '@mms/sdk'],
  ['packages/contracts', 'knex'],
  ['packages/ui', '@mms/sdk'],
])('refuses that %s depends on %s', (folder, dependency) => {
  plant(folder, dependency)
  expect(checkBoundaries(root)).toEqual([`${folder} must not depend on ${dependency}`])
})

it('refuses a dependency between services for development too', () => {
  write('services/sales/package.json', { devDependencies: { '@mms/inventory-service': '*' } })
  expect(checkBoundaries(root)).toEqual(['services/sales must not depend on @mms/inventory-service'])
})

it('refuses a workspace without a place in the layers', () => {
  plant('tools')
  expect(checkBoundaries(root)).toEqual([expect.stringContaining('tools has no place')])
})

it.each([
  "import { rules } from '../../inventory/src/rules.ts'",
  "export * from '../../inventory/src/rules.ts'",
  "await import('../../inventory/src/rules.ts')",
  "import '../../inventory/src/rules.ts'",
])('refuses an import that leaves its workspace: %s', (line) => {
  plant('services/sales')
  write('services/sales/src/app.ts', line)
  expect(checkBoundaries(root)).toEqual([expect.stringContaining('services/sales/src/app.ts imports')])
})

it('accepts relative imports inside a workspace', () => {
  plant('services/sales')
  write('services/sales/test/support.ts', "import { app } from '../src/app.ts'")
  expect(checkBoundaries(root)).toEqual([])
})
