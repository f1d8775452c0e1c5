import type { Compilation } from '@rspack/core'
import { assetPlugin, toSource } from './asset-plugin.ts'

const isScript = (file: string) => file.endsWith('.js')

/** Scripts that the entry asks for as soon as it runs: what the shell shares with areas. */
function scriptsAtStart(compilation: Compilation): string[] {
  const shared = compilation.chunkGroups.filter(({ origins }) =>
    origins.some(({ module }) => module !== undefined && SHARED.test(module.identifier())),
  )
  const entry = compilation.entrypoints.get('main')?.getFiles() ?? []
  const files = [...entry, ...shared.flatMap((group) => group.getFiles())]
  return [...new Set(files.filter(isScript))]
}

const SHARED = /^(?:consume|provide)[ -]/

/**
 * Names in the page all scripts of its start, so that they are asked for at once: of the page alone, a browser knows the
 * entry, and of the others only once that has come and run.
 */
export const startupPreloads = assetPlugin('StartupPreloads', 'afterNames', (compilation) => {
  const links = scriptsAtStart(compilation).map((file) => `<link rel="preload" as="script" href="/${file}">`)
  compilation.updateAsset('index.html', (page) =>
    toSource(
      page
        .source()
        .toString()
        .replace('<script ', `${links.join('')}<script `),
    ),
  )
})
