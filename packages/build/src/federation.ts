import { hash } from 'node:crypto'
import type { AreaManifest } from '@mms/contracts'
import type { AreaDefinition, LoadComponent } from '@mms/sdk/define-area'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Compilation, type RspackPluginInstance, rspack } from '@rspack/core'
import { readDefinition } from './area-manifest.ts'
import { assetPlugin, toRawSource } from './asset-plugin.ts'
import { sharedModules } from './shared.ts'

const EXPOSED_CHUNK = 'exposed_area'

const isScript = (file: string) => file.endsWith('.js')

const scriptsOf = (compilation: Compilation, chunk: string) =>
  [...(compilation.namedChunks.get(chunk)?.files ?? [])].filter(isScript)

interface Options {
  container: string
  definition: string
}

function importsOf(compilation: Compilation, definition: string) {
  return compilation.chunkGroups.flatMap((group) =>
    group.origins
      .filter(({ module }) => module?.identifier().includes(definition))
      .map(({ request = '' }) => ({ request, scripts: group.getFiles().filter(isScript) })),
  )
}

/** Finds the import of a route or widget in the source text of its `load` function, before it ever runs. */
const isImportedBy = (load: LoadComponent, request: string): boolean =>
  request !== '' && ['"', "'", '`'].some((quote) => String(load).includes(request.replace('.', '') + quote))

function toFiles(compilation: Compilation, area: AreaDefinition, { container, definition }: Options) {
  const imports = importsOf(compilation, definition)
  const parts = [
    ...area.routes.map(({ path, load }) => [path, load] as const),
    ...Object.entries(area.widgets ?? {}),
  ]
  const scriptsOfPart = (load: LoadComponent) =>
    imports.filter(({ request }) => isImportedBy(load, request)).flatMap(({ scripts }) => scripts)
  return {
    container,
    entry: scriptsOf(compilation, container)[0],
    definition: scriptsOf(compilation, EXPOSED_CHUNK),
    parts: Object.fromEntries(parts.map(([part, load]) => [part, [...new Set(scriptsOfPart(load))]])),
  }
}

function integrityOf(compilation: Compilation): Record<string, string> {
  const files = compilation
    .getAssets()
    .filter(({ name }) => name !== 'area.json')
    .map(({ name, source }) => [name, `sha256-${hash('sha256', source.buffer(), 'base64')}`])
  return Object.fromEntries(files.sort())
}

/** Lists scripts to request all at once. Browsers check the entry's integrity; the entry has the others' hashes. */
const areaFiles = (options: Options) =>
  assetPlugin('AreaFiles', 'afterNames', async (compilation) => {
    const files = toFiles(compilation, await readDefinition(options.definition), options)
    const added = { entry: files.entry, files, integrity: integrityOf(compilation) }
    compilation.updateAsset('area.json', (asset) => {
      const manifest = JSON.parse(asset.source().toString()) as AreaManifest
      return toRawSource(`${JSON.stringify({ ...manifest, ...added }, null, 2)}\n`)
    })
  })

/** A 4 KB container that uses the shell's federation runtime. With its own, an area would take 29 KB more (ADR 7). */
export function federationOfProduction(options: Options): RspackPluginInstance[] {
  const { container, definition } = options
  return [
    new rspack.container.ModuleFederationPluginV1({
      name: container,
      filename: 'assets/entry.[contenthash].js',
      exposes: { './area': { import: definition, name: EXPOSED_CHUNK } },
      shared: sharedModules({ ownCopies: false }),
    }),
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: true }),
    areaFiles(options),
  ]
}

export function federationOfDevelopment(
  { container, definition }: Options,
  alone: boolean,
): RspackPluginInstance[] {
  return [
    new ModuleFederationPlugin({
      name: container,
      filename: 'entry.js',
      exposes: { './area': definition },
      shared: sharedModules({ ownCopies: alone }),
      shareStrategy: 'loaded-first',
      experiments: { asyncStartup: true },
      dts: false,
    }),
  ]
}
