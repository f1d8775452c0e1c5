import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type AreaManifest, areaManifestSchema } from '@mms/contracts'
import type { AreaDefinition } from '@mms/sdk/define-area'
import type { Compiler } from '@rspack/core'
import { defaultRequires } from './shared.ts'

/** The data half of an area's definition, as `area.json` publishes it. */
export function toManifest(area: AreaDefinition, version: string, build: string): AreaManifest {
  const asks = area.routes.flatMap((route) => (route.asks ? [[route.path, route.asks] as const] : []))
  return areaManifestSchema.parse({
    name: area.name,
    title: area.title,
    owner: area.owner,
    version,
    build,
    entry: 'mf-manifest.json',
    requires: { ...defaultRequires(), ...area.requires },
    nav: area.nav,
    routes: area.routes.map((route) => route.path),
    slots: Object.keys(area.widgets ?? {}),
    ...(area.order === undefined ? {} : { order: area.order }),
    ...(asks.length > 0 ? { asks: Object.fromEntries(asks) } : {}),
  })
}

/** Imports the definition as Node sees it now: a watching build meets many versions of the file. */
export async function readDefinition(file: string): Promise<AreaDefinition> {
  const url = pathToFileURL(file)
  url.searchParams.set('changed', String(statSync(file).mtimeMs))
  const { area } = (await import(url.href)) as { area?: AreaDefinition }
  if (!area) throw new Error(`${file} must export its definition as \`area\``)
  return area
}

/** Emits `area.json` from the area's `src/area.ts`. */
export class AreaManifestFile {
  readonly #file: string
  readonly #version: string
  readonly #build: string

  constructor(file: string, version: string, build: string) {
    this.#file = file
    this.#version = version
    this.#build = build
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('AreaManifestFile', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'AreaManifestFile', stage }, async () => {
        const manifest = toManifest(await readDefinition(this.#file), this.#version, this.#build)
        compilation.emitAsset('area.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`))
      })
    })
  }
}
