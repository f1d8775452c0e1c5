import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { areaManifestSchema } from '@mms/contracts'
import { rspack, type Stats } from '@rspack/core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { BUILD_ID_PLACEHOLDER, defineAreaBuild } from './area-build.ts'

/** Inside the package, so that the fixture's imports find the suite's packages. */
const cache = path.join(import.meta.dirname, '../.cache')

function makeArea(files: Record<string, string> = {}): string {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'area-'))
  mkdirSync(path.join(folder, 'src'))
  const all = {
    'package.json': JSON.stringify({
      name: '@mms/mf-fixture',
      version: '2.3.4',
      dependencies: { '@mms/sdk': '*', '@mms/ui': '*' },
    }),
    'src/area.ts': `
      import { defineArea } from '@mms/sdk/define-area'
      export const area = defineArea({
        name: 'fixture', title: 'Fixture', owner: 'team-fixture',
        order: 5,
        nav: [{ label: 'Fixture', to: '/fixture', order: 90, role: 'admin' }],
        routes: [
          { path: '/fixture/:id', load: () => import('./page.tsx').then((m) => m.Page) },
          { path: '/fixture', asks: ['/api/fixtures?limit=50'], load: async () => (await import('./list.tsx')).List },
        ],
        widgets: { dashboard: () => import('./page.tsx').then((m) => m.Page) },
      })`,
    'src/page.tsx': `
      import { useState } from 'react'
      import { useParams } from '@mms/sdk'
      import { Card } from '@mms/ui'
      export function Page() { return <Card title="Fixture">{useState(useParams().id)}</Card> }`,
    'src/list.tsx': `
      import { Page } from './page.tsx'
      export function List() { return <Page /> }`,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(path.join(folder, name), text)
  return folder
}

async function build(folder: string): Promise<string[]> {
  const compiler = rspack(defineAreaBuild('fixture', { devPort: 0, folder })({}))
  const stats = (await promisify(compiler.run.bind(compiler))()) as Stats
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  await promisify(compiler.close.bind(compiler))()
  return readdirSync(path.join(folder, 'dist'), { recursive: true }).map(String).sort()
}

const readJson = (folder: string, file: string) =>
  JSON.parse(readFileSync(path.join(folder, 'dist', file), 'utf8'))

describe('an area built for production', () => {
  let folder: string
  let files: string[]
  beforeAll(async () => {
    folder = makeArea()
    files = await build(folder)
    return () => rmSync(folder, { recursive: true })
  }, 60_000)

  it('says in area.json what the shell must know before it runs any of its code', () => {
    const manifest = areaManifestSchema.parse(readJson(folder, 'area.json'))
    expect(manifest).toEqual({
      name: 'fixture',
      title: 'Fixture',
      owner: 'team-fixture',
      version: '2.3.4',
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
      entry: expect.stringMatching(/^assets\/entry\.[0-9a-f]{16}\.js$/),
      requires: { sdk: '^1', ui: '^1', react: '^19' },
      nav: [{ label: 'Fixture', to: '/fixture', order: 90, role: 'admin' }],
      routes: ['/fixture/:id', '/fixture'],
      slots: ['dashboard'],
      order: 5,
      asks: { '/fixture': ['/api/fixtures?limit=50'] },
      files: {
        container: 'mms_area_fixture',
        entry: expect.stringMatching(/^assets\/entry\.[0-9a-f]{16}\.js$/),
        definition: [expect.stringMatching(/^assets\/exposed_area\./)],
        parts: {
          '/fixture/:id': [expect.any(String)],
          '/fixture': [expect.any(String)],
          dashboard: [expect.any(String)],
        },
      },
      integrity: expect.any(Object),
    })
    expect(manifest.entry).toBe(manifest.files?.entry)
  })

  it('says which scripts each part of it needs', () => {
    const { parts, entry } = areaManifestSchema.parse(readJson(folder, 'area.json')).files ?? {}
    const codeOf = (part: string) =>
      (parts?.[part] ?? []).map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8')).join('')
    for (const part of ['/fixture/:id', '/fixture', 'dashboard']) {
      expect(codeOf(part)).toContain('title:"Fixture"')
      expect(parts?.[part]).not.toContain(entry)
    }
    expect(codeOf('/fixture').length).toBeGreaterThan(codeOf('/fixture/:id').length)
  })

  it('says the integrity of each of its files, and in the entry that of each script which the entry loads', () => {
    const { integrity = {}, files: scripts } = areaManifestSchema.parse(readJson(folder, 'area.json'))
    const isNamed = (file: string) =>
      /\.(?:js|json|map)$/.test(file) && !/^(?:area|\.replaced)\.json$/.test(file)
    expect(Object.keys(integrity)).toEqual(files.filter(isNamed))
    const entry = readFileSync(path.join(folder, 'dist', scripts?.entry ?? ''), 'utf8')
    for (const [file, expected] of Object.entries(integrity)) {
      const content = readFileSync(path.join(folder, 'dist', file))
      expect(`sha256-${createHash('sha256').update(content).digest('base64')}`).toBe(expected)
      if (file.endsWith('.js') && file !== scripts?.entry) expect(entry).toContain(expected)
    }
  })

  it('names every script by its content, so that it may be kept for ever', () => {
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).toMatch(/^assets\/[\w-]+\.[0-9a-f]{16}\.js$/)
  })

  it('brings no copy of what the shell supplies', () => {
    const code = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8'))
    expect(code.join('').length).toBeLessThan(40_000)
  })

  it('brings no federation runtime either: its entry is small, and names what is fetched beside it', () => {
    const { entry, files: scripts } = areaManifestSchema.parse(readJson(folder, 'area.json'))
    expect(readFileSync(path.join(folder, 'dist', `${entry}.br`)).length).toBeLessThan(6_000)
    const [definition = ''] = scripts?.definition ?? []
    expect(readFileSync(path.join(folder, 'dist', definition), 'utf8')).toContain('team-fixture')
  })

  it('has compressed siblings of every script, which hold the same', () => {
    for (const file of files.filter((each) => each.endsWith('.js'))) {
      const script = path.join(folder, 'dist', file)
      const original = readFileSync(script)
      expect(brotliDecompressSync(readFileSync(`${script}.br`))).toEqual(original)
      expect(gunzipSync(readFileSync(`${script}.gz`))).toEqual(original)
    }
  })

  it('is named by what it holds, everywhere alike', () => {
    const { build: id } = readJson(folder, 'area.json')
    const texts = files
      .filter((file) => /\.(js|map|json)$/.test(file))
      .map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8'))
    expect(texts.filter((text) => text.includes(BUILD_ID_PLACEHOLDER))).toEqual([])
    // In the entry and in each chunk, so that two builds of an area do not meet in one page.
    expect(texts.filter((text) => text.includes(`mms_fixture_${id}`)).length).toBeGreaterThan(1)
  })

  it('is the same build when nothing of it changed, and another when something did', async () => {
    const { build: first } = readJson(folder, 'area.json')
    expect(await build(folder)).toEqual(files)
    const page = path.join(folder, 'src/page.tsx')
    writeFileSync(page, `// A remark is not in the build.\n${readFileSync(page, 'utf8')}`)
    // Unimported files change nothing either.
    writeFileSync(path.join(folder, 'src/unused.ts'), 'export const unused = 1')
    const withoutMaps = (names: string[]) => names.filter((name) => !name.endsWith('.map'))
    expect(withoutMaps(await build(folder))).toEqual(withoutMaps(files))
    expect(readJson(folder, 'area.json').build).toBe(first)
    writeFileSync(page, 'export function Page() { return <p>changed</p> }')
    const after = await build(folder)
    expect(readJson(folder, 'area.json').build).not.toBe(first)
    // Open tabs may still fetch these files.
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(after).toEqual(expect.arrayContaining(scripts))
    expect(after.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(scripts.length)
  })
})

it('refuses to build an area whose definition breaks the contract', async () => {
  const folder = makeArea({
    'src/area.ts': `export const area = { name: 'Fixture!', title: '', owner: 'x', nav: [], routes: [] }`,
  })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await expect(build(folder)).rejects.toThrow(/name/)
})
