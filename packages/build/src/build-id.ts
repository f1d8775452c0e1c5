import { createHash } from 'node:crypto'
import type { Compilation, Compiler } from '@rspack/core'

/** Stands for the id until it is known. As long as the id, so that source maps stay right. */
export const BUILD_ID = 'mmsbuildidxx'

const isMap = (name: string) => name.endsWith('.map')

function idOf(compilation: Compilation): string {
  const hash = createHash('sha256')
  for (const { name, source } of compilation.getAssets().toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!isMap(name)) hash.update(name).update('\0').update(source.buffer()).update('\0')
  }
  return hash.digest('hex').slice(0, BUILD_ID.length)
}

/**
 * Replaces `BUILD_ID` in all files by twelve hex digits that change when, and only when, what the build makes changes:
 * a package or a contract that others use changes nothing here, and equal sources give equal ids on every machine.
 * It comes before the files are named by their content, so that every name is that of the final content.
 */
export class BuildId {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('BuildId', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1
      compilation.hooks.processAssets.tap({ name: 'BuildId', stage }, () => {
        const id = idOf(compilation)
        for (const { name, source } of compilation.getAssets()) {
          const text = source.source().toString()
          if (!text.includes(BUILD_ID)) continue
          compilation.updateAsset(name, new sources.RawSource(text.replaceAll(BUILD_ID, id)))
        }
      })
    })
  }
}
