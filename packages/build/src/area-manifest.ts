import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type AreaManifest, areaManifestSchema } from '@mms/contracts'
import type { AreaDefinition } from '@mms/sdk/define-area'
import { assetPlugin, toRawSource } from './asset-plugin.ts'
import { defaultRequires } from './shared.ts'

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
    palette: area.palette,
    ...(asks.length > 0 ? { asks: Object.fromEntries(asks) } : {}),
  })
}

/** Bypasses Node's module cache, because a watching build reads many versions of the file. */
export async function readDefinition(file: string): Promise<AreaDefinition> {
  const url = pathToFileURL(file)
  url.searchParams.set('changed', String(statSync(file).mtimeMs))
  const { area } = (await import(url.href)) as { area?: AreaDefinition }
  if (!area) throw new Error(`${file} must export its definition as \`area\``)
  return area
}

export const areaManifestFile = (file: string, version: string, build: string) =>
  assetPlugin('AreaManifestFile', 'first', async (compilation) => {
    const manifest = toManifest(await readDefinition(file), version, build)
    compilation.emitAsset('area.json', toRawSource(`${JSON.stringify(manifest, null, 2)}\n`))
  })
