import { createHash } from 'node:crypto'
import path from 'node:path'
import { type Compilation, type Configuration, rspack } from '@rspack/core'
import { areaManifestFile } from './area-manifest.ts'
import { assetPlugin, toRawSource } from './asset-plugin.ts'
import { baseConfiguration } from './base.ts'
import { areaDevServer, type Environment, refreshHook } from './dev-server.ts'
import { federationOfDevelopment, federationOfProduction } from './federation.ts'
import { readPackage, suiteRoot } from './workspace.ts'

/** Placeholder for the build id. It has the same length, so that source maps stay correct. */
export const BUILD_ID_PLACEHOLDER = 'mmsbuildidxx'

const isMap = (name: string) => name.endsWith('.map')

/** Hashes in preliminary file names. They depend on comments, although the final output does not. */
const hashesSoFar = (compilation: Compilation): string[] =>
  compilation.getAssets().flatMap(({ info }) => info.contenthash ?? [])

/** Sorts the integrity hashes of chunks, which the bundler writes in random order. */
const inOrder = (text: string) =>
  text.replace(/(?<=\.sriHashes=\{)[^}]+/, (hashes) => hashes.split(',').sort().join(','))

/** Hashes the files without their references to each other's hashes. */
function idOf(texts: string[], hashes: string[]): string {
  const own = texts.map((text) => hashes.reduce((rest, hash) => rest.replaceAll(hash, ''), text)).sort()
  return createHash('sha256').update(own.join('\0')).digest('hex').slice(0, BUILD_ID_PLACEHOLDER.length)
}

/**
 * Replaces `BUILD_ID_PLACEHOLDER` by a hash of the output, so equal output has the same id on every machine. Runs before files are
 * named, so that names match the final content.
 */
const buildId = assetPlugin('BuildId', 'beforeNames', (compilation) => {
  const assets = compilation
    .getAssets()
    .map(({ name, source }) => ({ name, text: inOrder(source.source().toString()) }))
  const texts = assets.filter(({ name }) => !isMap(name)).map(({ name, text }) => `${name}\0${text}`)
  const id = idOf(texts, hashesSoFar(compilation))
  for (const { name, text } of assets) {
    if (text.includes(BUILD_ID_PLACEHOLDER))
      compilation.updateAsset(name, toRawSource(text.replaceAll(BUILD_ID_PLACEHOLDER, id)))
  }
})

export interface AreaBuildOptions {
  devPort: number
  folder?: string
}

/** An area uses react, sdk and ui of the shell. In development it can also run alone, with its own copies. */
export function defineAreaBuild(
  name: string,
  { devPort, folder = path.join(suiteRoot, `mf-${name}`) }: AreaBuildOptions,
) {
  return (env: Environment): Configuration => {
    const production = !env.RSPACK_SERVE
    const besideSuite = typeof env.suite === 'string'
    const alone = !production && !env.remoteOnly && !besideSuite
    const build = production ? BUILD_ID_PLACEHOLDER : 'development'
    const definition = path.join(folder, 'src/area.ts')
    const federation = {
      container: `mms_area_${name.replaceAll('-', '_')}`,
      definition: besideSuite ? path.join(suiteRoot, 'shell/src/developed-area.ts') : definition,
    }
    const base = baseConfiguration({ folder, uniqueName: `mms-${name}-${build}`, production, besideSuite })
    return {
      ...base,
      // No small shared files, because they compress worse than copies in each chunk.
      optimization: { ...base.optimization, splitChunks: { minSize: 250_000 } },
      entry: alone ? { main: path.join(suiteRoot, 'shell/src/stand-alone.tsx') } : {},
      // A chunk that does not load fails after 20 s, so that the user can retry.
      output: {
        ...base.output,
        publicPath: 'auto',
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 20_000,
      },
      resolve: {
        ...base.resolve,
        alias: { ...base.resolve?.alias, ...(alone || besideSuite ? { '#area$': definition } : {}) },
      },
      plugins: [
        ...(base.plugins ?? []),
        ...(production ? federationOfProduction(federation) : federationOfDevelopment(federation, alone)),
        areaManifestFile(definition, readPackage(folder).version, build),
        ...(production ? [buildId] : []),
        ...(alone
          ? [new rspack.HtmlRspackPlugin({ templateContent: standAlonePage(name), chunks: ['main'] })]
          : []),
      ],
      ...(production ? {} : { devServer: areaDevServer(devPort, env) }),
    }
  }
}

function standAlonePage(name: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><script>${refreshHook}</script></head><body><div id="root"></div></body></html>`
}
