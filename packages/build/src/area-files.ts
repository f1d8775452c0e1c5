import type { AreaManifest } from '@mms/contracts'
import type { AreaDefinition, LoadComponent } from '@mms/sdk/define-area'
import type { Compilation, Compiler } from '@rspack/core'
import { readDefinition } from './area-manifest.ts'
import { EXPOSED_CHUNK, scriptsOf } from './federation-manifest.ts'

interface Options {
  /** Global name of the container, which is also the name of its chunk. */
  container: string
  /** The file of the area's definition. */
  definition: string
}

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

/** Adds to `area.json` the scripts of the build, so that a page asks for all it needs at once. */
export class AreaFiles {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('AreaFiles', (compilation) => {
      // Once the files have their names.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'AreaFiles', stage }, async () => {
        const files = toFiles(compilation, await readDefinition(this.#options.definition), this.#options)
        compilation.updateAsset('area.json', (asset) => {
          const manifest = JSON.parse(asset.source().toString()) as AreaManifest
          return new sources.RawSource(`${JSON.stringify({ ...manifest, files }, null, 2)}\n`)
        })
      })
    })
  }
}
