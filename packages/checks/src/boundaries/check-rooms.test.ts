import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkRooms } from './check-rooms.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'))
  plant('package.json', JSON.stringify({ workspaces: ['services/*'] }))
  plant('services/sales/package.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(path: string, source: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
}

/** `plantSales({ 'medicines/store.ts': '../money/rules.ts' })`: a file of sales and what it imports. */
function plantSales(imports: Record<string, string>, line = (path: string) => `import { x } from '${path}'`) {
  for (const [file, path] of Object.entries(imports)) plant(`services/sales/src/${file}`, `${line(path)}\n`)
}

it('accepts rooms that import one way', () => {
  plantSales({ 'app.ts': './money/rules.ts', 'money/rules.ts': '../medicines/store.ts' })
  plantSales({ 'medicines/store.ts': '../names.ts', 'names.ts': 'zod' })
  expect(checkRooms(root)).toEqual([])
})

it.each([
  ['a value', (path: string) => `import { x } from '${path}'`],
  ['a type', (path: string) => `import type { X } from '${path}'`],
  ['what it passes on', (path: string) => `export { x } from '${path}'`],
  ['lazily', (path: string) => `export const load = () => import('${path}')`],
])('refuses two rooms that import each other, also for %s', (_, line) => {
  plantSales({ 'medicines/store.ts': '../money/rules.ts' }, line)
  plantSales({ 'money/history.ts': '../medicines/lookup.ts' })
  expect(checkRooms(root)).toEqual([
    'services/sales: src/medicines → src/money → src/medicines is a circle of imports ' +
      '(src/medicines/store.ts imports src/money/rules.ts; src/money/history.ts imports src/medicines/lookup.ts)',
  ])
})

it('refuses a circle of three rooms, once', () => {
  plantSales({ 'a/one.ts': '../b/one.ts', 'b/two.ts': '../c/one.ts', 'c/three.ts': '../a/two.ts' })
  expect(checkRooms(root)).toEqual([expect.stringContaining('src/a → src/b → src/c → src/a')])
})

it('refuses a circle through a file that lies beside the rooms', () => {
  plantSales({ 'clock.ts': './money/rules.ts', 'money/service.ts': '../clock.ts' })
  expect(checkRooms(root)).toEqual([expect.stringContaining('src/clock.ts → src/money → src/clock.ts')])
})

it('lets tests look into every room', () => {
  plantSales({ 'medicines/store.ts': '../money/rules.ts', 'money/rules.test.ts': '../medicines/store.ts' })
  plant('services/sales/test/support.ts', "import { x } from '../src/money/rules.ts'\n")
  expect(checkRooms(root)).toEqual([])
})
