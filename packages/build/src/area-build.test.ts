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
  const dependencies = { '@mms/sdk': '*', '@mms/ui': '*' }
  const all = {
    'package.json': JSON.stringify({ name: '@mms/mf-fixture', version: '2.3.4', dependencies }),
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

describe('an area built for production', () => {
  let folder: string
  let files: string[]
  beforeAll(async () => {
    folder = makeArea()
    files = await build(folder)
    return () => rmSync(folder, { recursive: true })
  })

  const read = (file: string) => readFileSync(path.join(folder, 'dist', file))
  const readAll = (names: string[]) => names.map((file) => read(file).toString())
  const readManifest = () => areaManifestSchema.parse(JSON.parse(read('area.json').toString()))
  const isScript = (file: string) => file.endsWith('.js')

  it('says in area.json what the shell must know before it runs any of its code', () => {
    const manifest = readManifest()
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
    const { parts, entry } = readManifest().files ?? {}
    const codeOf = (part: string) => readAll(parts?.[part] ?? []).join('')
    for (const part of ['/fixture/:id', '/fixture', 'dashboard']) {
      expect(codeOf(part)).toContain('title:"Fixture"')
      expect(parts?.[part]).not.toContain(entry)
    }
    expect(codeOf('/fixture').length).toBeGreaterThan(codeOf('/fixture/:id').length)
  })

  it('says the integrity of each of its files, and in the entry that of each script which the entry loads', () => {
    const { integrity = {}, files: scripts } = readManifest()
    const isNamed = (file: string) =>
      /\.(?:js|json|map)$/.test(file) && !/^(?:area|\.replaced)\.json$/.test(file)
    expect(Object.keys(integrity)).toEqual(files.filter(isNamed))
    const entry = read(scripts?.entry ?? '').toString()
    for (const [file, expected] of Object.entries(integrity)) {
      expect(`sha256-${createHash('sha256').update(read(file)).digest('base64')}`).toBe(expected)
      if (isScript(file) && file !== scripts?.entry) expect(entry).toContain(expected)
    }
  })

  it('names every script by its content, so that it may be kept for ever, and has compressed siblings of it', () => {
    const scripts = files.filter(isScript)
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      expect(script).toMatch(/^assets\/[\w-]+\.[0-9a-f]{16}\.js$/)
      expect(brotliDecompressSync(read(`${script}.br`))).toEqual(read(script))
      expect(gunzipSync(read(`${script}.gz`))).toEqual(read(script))
    }
  })

  it('brings no copy of what the shell supplies, nor a federation runtime: its entry is small', () => {
    expect(readAll(files.filter(isScript)).join('').length).toBeLessThan(40_000)
    const { entry, files: scripts } = readManifest()
    expect(read(`${entry}.br`).length).toBeLessThan(6_000)
    expect(readAll(scripts?.definition ?? []).join('')).toContain('team-fixture')
  })

  it('is named by what it holds, everywhere alike', () => {
    const { build: id } = readManifest()
    const texts = readAll(files.filter((file) => /\.(js|map|json)$/.test(file)))
    expect(texts.filter((text) => text.includes(BUILD_ID_PLACEHOLDER))).toEqual([])
    // In the entry and in each chunk, so that two builds of an area do not meet in one page.
    expect(texts.filter((text) => text.includes(`mms_fixture_${id}`)).length).toBeGreaterThan(1)
  })

  it('is the same build when nothing of it changed, and another when something did', async () => {
    const { build: first } = readManifest()
    expect(await build(folder)).toEqual(files)
    const page = path.join(folder, 'src/page.tsx')
    writeFileSync(page, `// A remark is not in the build.\n${readFileSync(page, 'utf8')}`)
    // Unimported files change nothing either.
    writeFileSync(path.join(folder, 'src/unused.ts'), 'export const unused = 1')
    const withoutMaps = (names: string[]) => names.filter((name) => !name.endsWith('.map'))
    expect(withoutMaps(await build(folder))).toEqual(withoutMaps(files))
    expect(readManifest().build).toBe(first)
    writeFileSync(page, 'export function Page() { return <p>changed</p> }')
    const after = await build(folder)
    expect(readManifest().build).not.toBe(first)
    // Open tabs may still fetch these files.
    const scripts = files.filter(isScript)
    expect(after).toEqual(expect.arrayContaining(scripts))
    expect(after.filter(isScript).length).toBeGreaterThan(scripts.length)
  })
})

it('refuses to build an area whose definition breaks the contract', async () => {
  const folder = makeArea({
    'src/area.ts': `export const area = { name: 'Fixture!', title: '', owner: 'x', nav: [], routes: [] }`,
  })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await expect(build(folder)).rejects.toThrow(/name/)
})
