import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { assetPlugin, toSource } from './asset-plugin.ts'

/** Emits a script without imports, such as a service worker, under a fixed name. */
export const plainScript = (file: string, asset: string) =>
  assetPlugin('PlainScript', 'first', (compilation) => {
    compilation.fileDependencies.add(file)
    compilation.emitAsset(asset, toSource(stripTypeScriptTypes(readFileSync(file, 'utf8'))))
  })
