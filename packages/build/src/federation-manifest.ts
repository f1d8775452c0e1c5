import type { Compilation } from '@rspack/core'
import { assetPlugin, toSource } from './asset-plugin.ts'

export const EXPOSED_CHUNK = 'exposed_area'

interface Options {
  container: string
  package: { name: string; version: string }
}

const noFiles = { sync: [], async: [] }
export const scriptsOf = (compilation: Compilation, chunk: string) =>
  [...(compilation.namedChunks.get(chunk)?.files ?? [])].filter((file) => file.endsWith('.js'))

function toManifest(compilation: Compilation, { container, package: { name, version } }: Options) {
  const [entry] = scriptsOf(compilation, container)
  if (!entry) throw new Error(`The build of ${container} has no entry`)
  return {
    id: container,
    name: container,
    metaData: {
      name: container,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: name },
      remoteEntry: { name: entry, path: '', type: 'global' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName: container,
      publicPath: 'auto',
    },
    shared: [],
    remotes: [],
    exposes: [
      {
        id: `${container}:area`,
        name: 'area',
        path: './area',
        assets: { js: { ...noFiles, sync: scriptsOf(compilation, EXPOSED_CHUNK) }, css: noFiles },
      },
    ],
  }
}

export const federationManifest = (options: Options) =>
  assetPlugin('FederationManifest', 'afterNames', (compilation) => {
    const manifest = JSON.stringify(toManifest(compilation, options), null, 2)
    compilation.emitAsset('mf-manifest.json', toSource(`${manifest}\n`))
  })
