import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from '../boundaries/imports.ts'
import { type Contract, type Contracts, jsonContent, load, read, readJson, versionOf } from './contract.ts'
import { readEvents } from './read-events.ts'
import { readServices } from './read-services.ts'
import { jsonSchemas, namedSchemas, toDocument } from './schemas.ts'

type Part = Pick<Contract, 'paths' | 'area' | 'supplies' | 'exports'>

/** What `defineArea` made. */
interface Definition {
  requires?: Record<string, string>
  routes: { path: string }[]
  widgets?: object
}

/** The packages whose versions areas ask for. */
export const PACKAGES = ['sdk', 'ui'] as const

/** What an area's sources take of the packages, tests apart. */
function importsOf(root: string, folder: string): Record<string, string[]> {
  const files = sourceFiles(root, `${folder}/src`).filter((file) => !/\.test\.tsx?$/.test(file))
  const names = files
    .flatMap((file) => parseSync(file, read(root, file)).module.staticImports)
    .filter(({ moduleRequest }) => /^@mms\/(sdk|ui)\b(?!\/test-support)/.test(moduleRequest.value))
    .flatMap(({ moduleRequest, entries }) =>
      entries
        .filter(({ isType }) => !isType)
        .map(({ importName }) => [moduleRequest.value, importName.name ?? '*']),
    )
  const byModule = Map.groupBy(names, ([from = '']) => from)
  return Object.fromEntries(
    [...byModule]
      .sort()
      .map(([from, list]) => [from, [...new Set(list.map(([, name = '']) => name))].sort()]),
  )
}

async function readArea(root: string, folder: string): Promise<Part> {
  const { area } = (await load(root, `${folder}/src/area.ts`)) as { area: Definition }
  const { defaultRequires } = await load(root, 'packages/build/src/shared.ts')
  return {
    paths: readEvents(root, folder.slice('mf-'.length)),
    area: {
      requires: { ...defaultRequires(), ...area.requires },
      routes: area.routes.map(({ path }) => path).sort(),
      slots: Object.keys(area.widgets ?? {}).sort(),
      imports: importsOf(root, folder),
    },
  }
}

/** Every `area.json` that fitted the last shell must fit this one, and what it requires be supplied. */
async function readShell(root: string): Promise<Part> {
  const toJson = await jsonSchemas(root)
  const { areaManifestSchema } = await load(root, 'packages/contracts/src/index.ts')
  const requestBody = jsonContent(toJson(areaManifestSchema, 'input'))
  const folders = [...PACKAGES.map((name) => [name, `packages/${name}`]), ['react', 'node_modules/react']]
  return {
    paths: { 'area.json': { post: { requestBody, responses: {} } } },
    supplies: Object.fromEntries(
      folders.map(([name, folder]) => [name as string, versionOf(root, folder as string)]),
    ),
  }
}

/** Names that a module has at run time. */
function exportsOf(root: string, file: string): string[] {
  const { staticExports } = parseSync(file, read(root, file)).module
  const entries = staticExports.flatMap(({ entries }) => entries).filter(({ isType }) => !isType)
  return entries.map(({ exportName }) => exportName.name ?? '*').sort()
}

function readExports(root: string, folder: string): Part {
  const { exports } = readJson<{ exports: Record<string, string> }>(root, `${folder}/package.json`)
  const shared = Object.entries(exports).filter(
    ([entry, file]) => /\.tsx?$/.test(file) && !entry.endsWith('/test-support'),
  )
  const names = shared.map(([entry, file]) => [join(`@mms/${folder.slice('packages/'.length)}`, entry), file])
  return {
    exports: Object.fromEntries(
      names.map(([name, file]) => [name, exportsOf(root, join(folder, file as string))]),
    ),
  }
}

/** What others rely on, as the sources at `root` have it. */
export async function readContracts(root: string): Promise<Contracts> {
  const names = await namedSchemas(root)
  const areas = globSync('mf-*', { cwd: root }).sort()
  const parts: [string, Part][] = [
    ...Object.entries(await readServices(root)).map(([folder, paths]): [string, Part] => [folder, { paths }]),
    ...(await Promise.all(
      areas.map(async (folder): Promise<[string, Part]> => [folder, await readArea(root, folder)]),
    )),
    ...PACKAGES.map((name): [string, Part] => [`packages/${name}`, readExports(root, `packages/${name}`)]),
    ['shell', await readShell(root)],
  ]
  const release = versionOf(root, '.')
  return Object.fromEntries(
    parts.map(([folder, { paths, ...rest }]) => [
      folder,
      { release, version: versionOf(root, folder), ...rest, ...(paths && toDocument(paths, names)) },
    ]),
  )
}
