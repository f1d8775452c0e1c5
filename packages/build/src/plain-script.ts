import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Compiler } from '@rspack/core'

/**
 * Emits a TypeScript file as it stands, without its types, under a name that never changes: for scripts that are no
 * part of a page, such as a service worker. Such a file imports nothing.
 */
export class PlainScript {
  readonly #file: string
  readonly #asset: string

  constructor(file: string, asset: string) {
    this.#file = file
    this.#asset = asset
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('PlainScript', (compilation) => {
      compilation.fileDependencies.add(this.#file)
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'PlainScript', stage }, () => {
        const script = stripTypeScriptTypes(readFileSync(this.#file, 'utf8'))
        compilation.emitAsset(this.#asset, new sources.RawSource(script))
      })
    })
  }
}
