import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { assetPlugin, toSource } from './asset-plugin.ts'

/**
 * Emits a TypeScript file as it stands, without its types, under a name that never changes: for scripts that are no
 * part of a page, such as a service worker. Such a file imports nothing.
 */
export const plainScript = (file: string, asset: string) =>
  assetPlugin('PlainScript', 'first', (compilation) => {
    compilation.fileDependencies.add(file)
    compilation.emitAsset(asset, toSource(stripTypeScriptTypes(readFileSync(file, 'utf8'))))
  })
