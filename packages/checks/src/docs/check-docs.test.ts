import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root as suite } from '../root.ts'
import { checkDocs } from './check-docs.ts'
import { checkShape } from './check-shape.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docs-'))
  write('package.json', { workspaces: ['services/*'], scripts: { start: '', test: '', 'check:docs': '' } })
  write('services/inventory/package.json', { name: '@mms/inventory', scripts: { dev: '' } })
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: object | string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

it('accepts commands and paths that exist', () => {
  write(
    'README.md',
    [
      'Type `npm ci && npm start`, then `npm test`, `npm run check:docs`.',
      '`npm run dev -w @mms/inventory` or `npm run dev --workspace=services/inventory`.',
      '```sh',
      'npm run check:docs -- --verbose',
      '```',
      'See `services/inventory/package.json`, `services/*`, [the service](services/inventory/) and',
      '[the web](https://example.com/none), `application/json`, `/api/medicines`, `services/<name>`.',
    ].join('\n'),
  )
  write(
    'services/inventory/README.md',
    'See `./package.json`, `stock.ts` and [the root](../../README.md#start).',
  )
  write('services/inventory/src/stock.ts', '')
  expect(checkDocs(root)).toEqual([])
})

it.each([
  ['`npm run lnit`', 'README.md: "npm run lnit": there is no such script'],
  ['```\nnpm run dev\n```', 'README.md: "npm run dev": there is no such script'],
  ['`npm run build -w @mms/inventory`', 'there is no such script'],
  ['`npm run dev -w @mms/sales`', 'there is no workspace @mms/sales'],
  ['`services/sales/README.md`', 'README.md: there is no services/sales/README.md'],
  ['`services/*/none.ts`', 'README.md: there is no services/*/none.ts'],
  ['`outbox.ts`', 'README.md: there is no outbox.ts'],
  ['[guide](docs/guide.md)', 'README.md: there is no docs/guide.md'],
])('refuses %s', (text, problem) => {
  write('README.md', text)
  expect(checkDocs(root)).toEqual([expect.stringContaining(problem)])
})

const decision = '# 1. One\n\n## Context\n\n## Decision\n\n## Consequences\n\n## Enforced by\n'

const readme = [
  ...[
    '# inventory',
    '**Purpose.** Medicines.',
    '- **Owner.** Team inventory.',
    '## Run',
    '## Routes or pages',
  ],
  ...['**Data.** None.', '## Depends on', '- **When it breaks.** Never.'],
]

it('accepts a short README in each workspace and decisions of four parts', () => {
  write('services/inventory/README.md', readme.join('\n\n'))
  write('docs/adr/0001-one.md', decision)
  expect(checkShape(root)).toEqual([])
})

it.each(readme.slice(1))('refuses a README of a service without %s', (part) => {
  write('services/inventory/README.md', readme.filter((line) => line !== part).join('\n\n'))
  expect(checkShape(root)).toEqual([expect.stringContaining('services/inventory/README.md does not say: ')])
})

it('accepts the READMEs that a new domain is made with', () => {
  const template = join(suite, 'deploy/local/template')
  rmSync(join(root, 'services'), { recursive: true })
  write('package.json', { workspaces: ['services/*', 'mf-*'] })
  for (const folder of ['services/suppliers', 'mf-suppliers']) {
    write(`${folder}/package.json`, { name: folder })
    write(`${folder}/README.md`, readFileSync(join(template, `${folder}/README.md.txt`), 'utf8'))
  }
  expect(checkShape(root)).toEqual([])
})

it('refuses a missing or long README, and a decision that nothing enforces', () => {
  write('docs/adr/0001-one.md', decision.replace('## Enforced by\n', ''))
  write('docs/adr/0002-two.md', decision + 'more\n'.repeat(60))
  expect(checkShape(root)).toEqual([
    'there is no services/inventory/README.md',
    expect.stringContaining('0001-one.md must have the parts'),
    expect.stringContaining('0002-two.md has 69 lines'),
  ])
})
