import { createHash } from 'node:crypto'
import type { Compilation } from '@rspack/core'
import { assetPlugin, toSource } from './asset-plugin.ts'

/** Stands for the id until it is known. As long as the id, so that source maps stay right. */
export const BUILD_ID = 'mmsbuildidxx'

const isMap = (name: string) => name.endsWith('.map')

/** The hashes so far, in names and as integrity: of sources, remarks included, and not yet of what is made of them. */
const hashesSoFar = (compilation: Compilation): string[] =>
  compilation.getAssets().flatMap(({ info }) => info.contenthash ?? [])

/** The bundler writes the integrity of chunks in any order, which would make another file of equal sources. */
const inOrder = (text: string) =>
  text.replace(/(?<=\.sriHashes=\{)[^}]+/, (hashes) => hashes.split(',').sort().join(','))

/** Twelve hex digits of what the files hold but the hashes of one another. */
function idOf(texts: string[], hashes: string[]): string {
  const own = texts.map((text) => hashes.reduce((rest, hash) => rest.replaceAll(hash, ''), text)).sort()
  return createHash('sha256').update(own.join('\0')).digest('hex').slice(0, BUILD_ID.length)
}

/**
 * Replaces `BUILD_ID` in all files by twelve hex digits that change when, and only when, what the build makes changes:
 * a package or a contract that others use changes nothing here, and equal sources give equal ids on every machine.
 * It comes before the files are named by their content, so that every name is that of the final content.
 */
export const buildId = assetPlugin('BuildId', 'beforeNames', (compilation) => {
  const assets = compilation
    .getAssets()
    .map(({ name, source }) => ({ name, text: inOrder(source.source().toString()) }))
  const texts = assets.filter(({ name }) => !isMap(name)).map(({ name, text }) => `${name}\0${text}`)
  const id = idOf(texts, hashesSoFar(compilation))
  for (const { name, text } of assets) {
    if (text.includes(BUILD_ID)) compilation.updateAsset(name, toSource(text.replaceAll(BUILD_ID, id)))
  }
})
