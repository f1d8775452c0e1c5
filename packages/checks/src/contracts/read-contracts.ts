import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from '../boundaries/imports.ts'
import {
  type Contract,
  type Contracts,
  importModule,
  jsonContent,
  readJson,
  readText,
  versionOf,
} from './contract.ts'
import { jsonSchemas, readServices } from './read-services.ts'

type Part = Omit<Contract, 'release' | 'version'>

export const PACKAGES = ['sdk', 'ui'] as const

const sorted = (names: string[]) => [...new Set(names)].sort()

function importsOf(root: string, folder: string): string[] {
  const files = sourceFiles(root, `${folder}/src`).filter((file) => !/\.test\.tsx?$/.test(file))
  return files
    .flatMap((file) => parseSync(file, readText(root, file)).module.staticImports)
    .filter(({ moduleRequest }) => /^@mms\/(sdk|ui)\b(?!\/test-support)/.test(moduleRequest.value))
    .flatMap(({ moduleRequest, entries }) =>
      entries
        .filter(({ isType }) => !isType)
        .map(({ importName }) => `${importName.name ?? '*'} from ${moduleRequest.value}`),
    )
}

function eventsOf(root: string, domain: string): string[] {
  const files = globSync(`packages/contracts/src/${domain}/*.ts`, { cwd: root })
  const bodies = files.flatMap((file) => [
    ...readText(root, file).matchAll(/^ {2}interface SuiteEvents \{\n([\s\S]*?)\n {2}\}/gm),
  ])
  return bodies.flatMap(([, body = '']) => {
    const events = body
      .replace(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')
      .matchAll(/^ {4}'([\w-]+)':([\s\S]*?)(?=^ {4}'|$(?!\n))/gm)
    return [...events].map(([, name, type = '']) => `event ${name} ${type.trim().replace(/\s+/g, ' ')}`)
  })
}

async function readArea(root: string, folder: string): Promise<Part> {
  const { area } = (await importModule(root, `${folder}/src/area.ts`)) as {
    area: { requires?: Record<string, string>; routes: { path: string }[] }
  }
  const { defaultRequires } = await importModule(root, 'packages/build/src/shared.ts')
  const pages = area.routes.map(({ path }) => `page ${path}`)
  return {
    names: sorted([...pages, ...eventsOf(root, folder.slice('mf-'.length))]),
    requires: { ...defaultRequires(), ...area.requires },
    imports: sorted(importsOf(root, folder)),
  }
}

/** Reads the schema of `area.json`: the new shell must accept every file that the last one accepted. */
async function readShell(root: string): Promise<Part> {
  const toJson = await jsonSchemas(root)
  const { areaManifestSchema } = await importModule(root, 'packages/contracts/src/index.ts')
  const requestBody = jsonContent(toJson(areaManifestSchema, 'input'))
  return { paths: { 'area.json': { post: { requestBody, responses: {} } } } }
}

function readExports(root: string, name: string): Part {
  const folder = `packages/${name}`
  const { exports } = readJson<{ exports: Record<string, string> }>(root, `${folder}/package.json`)
  const shared = Object.entries(exports).filter(
    ([entry, file]) => /\.tsx?$/.test(file) && !entry.endsWith('/test-support'),
  )
  const names = shared.flatMap(([entry, file]) => {
    const path = join(folder, file)
    return parseSync(path, readText(root, path))
      .module.staticExports.flatMap(({ entries }) => entries)
      .filter(({ isType }) => !isType)
      .map(({ exportName }) => `${exportName.name ?? '*'} from ${join(`@mms/${name}`, entry)}`)
  })
  return { exports: sorted(names) }
}

export async function readContracts(root: string): Promise<Contracts> {
  const services = Object.entries(await readServices(root))
  const areas = globSync('mf-*', { cwd: root }).sort()
  const parts: [string, Part][] = [
    ...services.map(([folder, paths]): [string, Part] => [folder, { paths }]),
    ...(await Promise.all(
      areas.map(async (folder): Promise<[string, Part]> => [folder, await readArea(root, folder)]),
    )),
    ...PACKAGES.map((name): [string, Part] => [`packages/${name}`, readExports(root, name)]),
    ['shell', await readShell(root)],
  ]
  const release = versionOf(root, '.')
  return Object.fromEntries(
    parts.map(([folder, part]) => [folder, { release, version: versionOf(root, folder), ...part }]),
  )
}
