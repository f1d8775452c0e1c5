import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkRoles } from './check-roles.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roles-'))
  plant('package.json', JSON.stringify({ workspaces: ['services/*', 'mf-*', 'shell'] }))
  for (const folder of ['services/sales', 'mf-sales', 'shell']) plant(`${folder}/package.json`, '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(path: string, source: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
}

it.each([
  ["db('transactions').first('id')", 'service.ts', 'store.ts', 'has SQL'],
  ["trx('transactions').delete()", 'settlement.ts', 'count-store.ts', 'has SQL'],
  ["db<Row>('transactions')", 'history.ts', 'queries.ts', 'has SQL'],
  ["db.raw('count(*)')", 'rules.ts', 'history-store.ts', 'has SQL'],
  ["route({ method: 'get' })", 'snapshot.ts', 'snapshot-routes.ts', 'has routes'],
])('keeps %s out of %s and lets it into %s', (source, wrong, right, sentence) => {
  plant(`services/sales/src/history/${right}`, source)
  expect(checkRoles(root)).toEqual([])
  plant(`services/sales/src/history/${wrong}`, source)
  expect(checkRoles(root)).toEqual([
    expect.stringMatching(`^services/sales/src/history/${wrong} ${sentence}`),
  ])
})

it('keeps calls of the API out of components', () => {
  plant('mf-sales/src/transactions/api.ts', "http.get('/api/transactions')")
  expect(checkRoles(root)).toEqual([])
  plant('shell/src/users/users-page.tsx', "export function UsersPage() { http.post('/api/users') }")
  expect(checkRoles(root)).toEqual([expect.stringContaining("calls the suite's API")])
})

it('lets rules know types of a store, and no store', () => {
  const path = 'services/sales/src/reconcile/rules.ts'
  plant(path, "import type { Booked } from './store.ts'\n")
  expect(checkRoles(root)).toEqual([])
  plant(path, "import { stockEffect } from '@mms/contracts'\nimport { createStore } from './store.ts'\n")
  expect(checkRoles(root)).toEqual([expect.stringContaining('hand it what it needs')])
})

it('names a component as its file', () => {
  plant('mf-sales/src/history-panel.tsx', 'export function HistoryPanel() {}')
  expect(checkRoles(root)).toEqual([])
  plant('mf-sales/src/undo-dialog.tsx', 'export function Undo() {}')
  expect(checkRoles(root)).toEqual(['mf-sales/src/undo-dialog.tsx must export the component UndoDialog'])
})

it('leaves tests and migrations alone', () => {
  plant('services/sales/src/service.test.ts', "db('transactions')")
  plant('services/sales/src/migrations/1_add.ts', "db.raw('alter table')")
  expect(checkRoles(root)).toEqual([])
})
