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
 * The container takes 4 KB and uses the shell's federation runtime. A runtime per area would take 29 KB on each
 * first visit, see ADR 7.
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
    // Writes the integrity of loaded scripts into the entry.
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: true }),
    federationManifest(options),
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
