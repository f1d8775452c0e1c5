import { createHash } from 'node:crypto'
import type { AreaManifest } from '@mms/contracts'
import type { AreaDefinition, LoadComponent } from '@mms/sdk/define-area'
import type { Compilation } from '@rspack/core'
import { readDefinition } from './area-manifest.ts'
import { assetPlugin, toSource } from './asset-plugin.ts'
import { EXPOSED_CHUNK, scriptsOf } from './federation-manifest.ts'

interface Options {
  /** Global name of the container, which is also the name of its chunk. */
  container: string
  /** The file of the area's definition. */
  definition: string
}

const integrity = (content: Buffer) => `sha256-${createHash('sha256').update(content).digest('base64')}`
const isScript = (file: string) => file.endsWith('.js')

/** What the definition imports, as it writes it (`./medicines/medicines-page.tsx`), with the scripts of each. */
function importsOf(compilation: Compilation, definition: string) {
  return compilation.chunkGroups.flatMap((group) =>
    group.origins
      .filter(({ module }) => module?.identifier().includes(definition))
      .map(({ request = '' }) => ({ request, scripts: group.getFiles().filter(isScript) })),
  )
}

/** Whether a part's `load` imports it: its text is all that says so before it runs. */
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

/** Of every file of the build. */
function integrityOf(compilation: Compilation): Record<string, string> {
  const files = compilation
    .getAssets()
    .filter(({ name }) => name !== 'area.json')
    .map(({ name, source }) => [name, integrity(source.buffer())])
  return Object.fromEntries(files.sort())
}

/**
 * Adds to `area.json` the scripts of the build, so that a page asks for all it needs at once, and the integrity of its
 * files. The entry holds that of every script that it loads, so a browser needs no other than the entry's.
 */
export const areaFiles = (options: Options) =>
  assetPlugin('AreaFiles', 'afterNames', async (compilation) => {
    const files = toFiles(compilation, await readDefinition(options.definition), options)
    const added = { files, integrity: integrityOf(compilation) }
    compilation.updateAsset('area.json', (asset) => {
      const manifest = JSON.parse(asset.source().toString()) as AreaManifest
      return toSource(`${JSON.stringify({ ...manifest, ...added }, null, 2)}\n`)
    })
  })
