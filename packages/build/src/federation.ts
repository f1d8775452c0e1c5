import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type RspackPluginInstance, rspack } from '@rspack/core'
import { areaFiles } from './area-files.ts'
import { EXPOSED_CHUNK, federationManifest } from './federation-manifest.ts'
import { sharedModules } from './shared.ts'

interface Options {
  container: string
  definition: string
  package: { name: string; version: string }
}

/**
 * What makes a remote of an area for production: a container of 4 KB that the runtime of the page's shell fills. One that
 * brings a federation runtime of its own is 29 KB, and every area would pay for it on its first visit, see ADR 7.
 */
export function federationOfProduction(options: Options): RspackPluginInstance[] {
  const { container, definition } = options
  return [
    new rspack.container.ModuleFederationPluginV1({
      name: container,
      filename: 'assets/entry.[contenthash].js',
      exposes: { './area': { import: definition, name: EXPOSED_CHUNK } },
      shared: sharedModules({ ownCopies: false }),
    }),
    // The entry then names the integrity of each script that it loads.
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: true }),
    federationManifest(options),
    areaFiles(options),
  ]
}

/** The same while one edits; `alone` with its own copies of what the shell supplies, for a page of its own. */
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
