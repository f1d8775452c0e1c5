import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Compiler } from '@rspack/core'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Below this a compressed answer saves nothing that a packet would notice. Scripts are compressed all. */
const MIN_BYTES = 1024

/**
 * Writes `x.js.br` and `x.js.gz` beside every file worth it, so that the gateway compresses nothing on request.
 * HTML is left alone: the gateway writes a nonce into it.
 */
export class CompressedSiblings {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('CompressedSiblings', async (compilation) => {
      const assets = compilation.getAssets().filter(({ name }) => /\.(js|css|json|svg)$/.test(name))
      await Promise.all(
        assets.map(async ({ name, source }) => {
          const content = source.buffer()
          const file = path.join(compiler.outputPath, name)
          if (content.length < MIN_BYTES && !name.endsWith('.js')) return removeSiblings(file)
          await Promise.all([
            brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((data) =>
              writeFile(`${file}.br`, data),
            ),
            gz(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
          ])
        }),
      )
    })
  }
}

/** Those of a build in which the file was larger would be sent in its place. */
async function removeSiblings(file: string): Promise<void> {
  await Promise.all(['br', 'gz'].map((coding) => rm(`${file}.${coding}`, { force: true })))
}
