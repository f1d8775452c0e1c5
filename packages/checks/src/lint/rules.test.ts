import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'lint-'))
  for (const file of ['biome.json', '.gitignore', '.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json']) {
    copyFileSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

afterEach(() => rmSync(copy, { recursive: true }))

function plant(path: string, source: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), source)
}

/** Declares everything imported below, so that only the rule under test can speak. */
function declare(folder: string, ...names: string[]): void {
  plant(
    `${folder}/package.json`,
    JSON.stringify({ dependencies: Object.fromEntries(names.map((n) => [n, '*'])) }),
  )
}

/** `packageOf('@mms/sdk/host') // '@mms/sdk'` */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function biomeRules(): string[] {
  const bin = join(root, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(bin, ['lint', '--reporter=json'], { cwd: copy, encoding: 'utf8' })
  const report = JSON.parse(stdout) as { diagnostics: { category: string; severity: string }[] }
  return report.diagnostics
    .filter(({ severity }) => severity !== 'information')
    .map(({ category }) => category)
}

describe('guarded libraries', () => {
  it.each([
    ['mf-sales', '@chakra-ui/react'],
    ['mf-sales', '@emotion/react'],
    ['mf-sales', 'apexcharts'],
    ['mf-sales', 'react-apexcharts'],
    ['mf-sales', 'react-router-dom'],
    ['mf-sales', '@tanstack/react-query'],
    ['mf-sales', 'zustand'],
    ['mf-sales', 'zustand/middleware'],
    ['mf-sales', '@mms/sdk/host'],
    ['shell', '@chakra-ui/react'],
    ['shell', 'react-router'],
    ['packages/sdk', '@chakra-ui/react'],
    ['packages/ui', '@tanstack/react-query'],
  ])('refuses that %s imports %s', (folder, library) => {
    declare(folder, packageOf(library))
    plant(`${folder}/src/page.ts`, `import { x } from '${library}'\nexport const y = x\n`)
    expect(biomeRules()).toEqual(['lint/style/noRestrictedImports'])
  })

  it.each([
    ['packages/ui', '@chakra-ui/react'],
    ['packages/ui', 'apexcharts'],
    ['packages/sdk', 'react-router-dom'],
    ['packages/sdk', 'zustand'],
    ['shell', '@mms/sdk/host'],
  ])('accepts that %s imports %s', (folder, library) => {
    declare(folder, packageOf(library))
    plant(`${folder}/src/page.ts`, `import { x } from '${library}'\nexport const y = x\n`)
    expect(biomeRules()).toEqual([])
  })
})

describe('imports', () => {
  it('refuses what package.json does not declare', () => {
    declare('services/sales')
    plant('services/sales/src/app.ts', "import knex from 'knex'\nexport const db = knex({})\n")
    expect(biomeRules()).toEqual(['lint/correctness/noUndeclaredDependencies'])
  })

  it('refuses that a feature imports the app, not that its test does', () => {
    declare('services/sales')
    plant('services/sales/src/transactions/service.ts', "import { x } from '../app.ts'\nexport const y = x\n")
    plant('services/sales/src/transactions/routes.test.ts', "import { x } from '../app.ts'\nx()\n")
    expect(biomeRules()).toEqual(['lint/style/noRestrictedImports'])
  })

  it('refuses files that import each other, were it only for types', () => {
    plant('shell/src/a.ts', "import type { B } from './b.ts'\n\nexport type A = B\n")
    plant('shell/src/b.ts', "import type { A } from './a.ts'\n\nexport type B = A | 1\n")
    expect(biomeRules()).toContain('lint/suspicious/noImportCycles')
  })

  it('refuses a barrel that is not the index of a package', () => {
    plant('mf-sales/src/transactions/index.ts', "export { x } from './x.ts'\n")
    plant('packages/sdk/src/index.ts', "export { x } from './x.ts'\n")
    expect(biomeRules()).toEqual(['lint/performance/noBarrelFile'])
  })
})

describe('process.env', () => {
  const source = 'export const port = process.env.PORT\n'

  it('is refused outside config.ts', () => {
    plant('services/sales/src/app.ts', source)
    expect(biomeRules()).toEqual(['lint/style/noProcessEnv'])
  })

  it.each(['services/sales/src/config.ts', 'deploy/local/src/start.ts', 'services/sales/src/app.test.ts'])(
    'is read in %s',
    (path) => {
      plant(path, source)
      expect(biomeRules()).toEqual([])
    },
  )
})

describe('shape', () => {
  it.each([
    ['a default export', 'shell/src/page.ts', 'export default 1\n', 'style/noDefaultExport'],
    [
      'a file name in capitals',
      'shell/src/MyPage.ts',
      'export const x = 1\n',
      'style/useFilenamingConvention',
    ],
    [
      'a file over 300 lines',
      'shell/src/long.ts',
      '\nexport {}\n'.repeat(301),
      'style/noExcessiveLinesPerFile',
    ],
    ['a skipped test', 'shell/src/x.test.ts', "it.skip('is', () => {})\n", 'suspicious/noSkippedTests'],
    ['a focused test', 'shell/src/x.test.ts', "it.only('is', () => {})\n", 'suspicious/noFocusedTests'],
    ['any', 'shell/src/x.ts', 'export const x: any = 1\n', 'suspicious/noExplicitAny'],
  ])('refuses %s', (_, path, source, rule) => {
    plant(path, source)
    expect(biomeRules()).toContain(`lint/${rule}`)
  })
})

describe('promises', () => {
  const save = 'async function save(): Promise<void> {}\n'

  it.each([
    ['a promise that is not awaited', `${save}export function x() {\n  save()\n}\n`, 'no-floating-promises'],
    [
      'an async callback that is not awaited',
      `${save}export function x() {\n  ;[1].forEach(async () => { await save() })\n}\n`,
      'no-misused-promises',
    ],
    ['await of what is no promise', 'export const x = await 1\n', 'await-thenable'],
  ])('refuses %s', (_, source, rule) => {
    plant('services/sales/src/x.ts', source)
    const bin = join(root, 'node_modules/.bin/oxlint')
    const { status, stdout } = spawnSync(bin, ['--type-aware'], { cwd: copy, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stdout).toContain(rule)
  })
})
