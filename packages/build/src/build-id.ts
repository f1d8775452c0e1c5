import { createHash } from 'node:crypto'
import type { Compilation } from '@rspack/core'
import { assetPlugin, toSource } from './asset-plugin.ts'

/** Placeholder of the same length as the id, so that source maps stay right. */
export const BUILD_ID = 'mmsbuildidxx'

const isMap = (name: string) => name.endsWith('.map')

/** These hashes depend on comments, unlike the final output. */
const hashesSoFar = (compilation: Compilation): string[] =>
  compilation.getAssets().flatMap(({ info }) => info.contenthash ?? [])

/** The bundler writes the integrity of chunks in random order. */
const inOrder = (text: string) =>
  text.replace(/(?<=\.sriHashes=\{)[^}]+/, (hashes) => hashes.split(',').sort().join(','))

/** Ignores the files' references to each other's hashes. */
function idOf(texts: string[], hashes: string[]): string {
  const own = texts.map((text) => hashes.reduce((rest, hash) => rest.replaceAll(hash, ''), text)).sort()
  return createHash('sha256').update(own.join('\0')).digest('hex').slice(0, BUILD_ID.length)
}

/**
 * Replaces `BUILD_ID` by a hash of the output. Equal output gives equal ids on every machine. Runs before files
 * are named, so that names match the final content.
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
