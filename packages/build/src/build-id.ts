import { createHash } from 'node:crypto'
import type { Compilation, Compiler } from '@rspack/core'

/** Stands for the id until it is known. As long as the id, so that source maps stay right. */
export const BUILD_ID = 'mmsbuildidxx'

const isMap = (name: string) => name.endsWith('.map')

/** The hashes in the names so far: of sources, remarks included, and not yet of what is made of them. */
function namesSoFar(compilation: Compilation): RegExp {
  const hashes = compilation.getAssets().flatMap(({ info }) => info.contenthash ?? [])
  return new RegExp(['no-hash', ...hashes].join('|'), 'g')
}

function idOf(compilation: Compilation): string {
  const hashes = namesSoFar(compilation)
  const texts = compilation
    .getAssets()
    .filter(({ name }) => !isMap(name))
    .map(({ name, source }) => `${name}\0${source.source()}`.replaceAll(hashes, ''))
  return createHash('sha256').update(texts.sort().join('\0')).digest('hex').slice(0, BUILD_ID.length)
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
