import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Compiler } from '@rspack/core'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Smaller files fit into one packet. Scripts are always compressed. */
const MIN_BYTES = 1024

/** Compresses at build time instead of per request. Skips HTML, because the gateway writes a nonce into it. */
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

/** Siblings of an earlier, larger version would be served instead. */
async function removeSiblings(file: string): Promise<void> {
  await Promise.all(['br', 'gz'].map((coding) => rm(`${file}.${coding}`, { force: true })))
}
