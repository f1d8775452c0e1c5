import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkKits } from './check-kits.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kits-'))
  write(
    'packages/contracts/src/suppliers.ts',
    "declare module './suite-events.ts' {\n  interface SuiteEvents {\n    /** They were. */\n    'suppliers-changed': { ids: string[] }\n  }\n}\n",
  )
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

it('accepts kits that know no domain, and areas with keys of their own', () => {
  write('packages/sdk/src/events.ts', '// such as suppliers-changed\nexport const events = { emit() {} }\n')
  write('packages/sdk/src/events.test.ts', "events.emit('suppliers-changed', { ids: [] })\n")
  write('mf-suppliers/src/keys.ts', "export const keys = areaKeys('suppliers')\n")
  write('mf-suppliers/src/list.ts', "useQuery({ queryKey: keys('list') })\n")
  expect(checkKits(root)).toEqual([])
})

it.each([
  ['packages/sdk/src/outbox.ts', "events.emit('suppliers-changed', {})", 'names suppliers-changed'],
  ['packages/sdk/src/outbox.ts', 'if (entry.suppliersChanged) tell()', 'names suppliersChanged'],
  ['packages/ui/src/list.tsx', "const KEY = 'suppliers'", "names 'suppliers'"],
  ['mf-alerts/src/keys.ts', "const keys = areaKeys('suppliers')", "its own begin with 'alerts'"],
  ['mf-alerts/src/list.ts', "useQuery({ queryKey: ['suppliers'] })", 'writes a query key by hand'],
  ['shell/src/users/api.ts', "useQuery({ queryKey: ['users'] })", "areaKeys('shell')"],
])('refuses in %s: %s', (file, code, said) => {
  write(file, `${code}\n`)
  expect(checkKits(root)).toEqual([expect.stringContaining(said)])
})
