import type { Compilation } from '@rspack/core'
import { assetPlugin, toSource } from './asset-plugin.ts'

const isScript = (file: string) => file.endsWith('.js')

function scriptsAtStart(compilation: Compilation): string[] {
  const shared = compilation.chunkGroups.filter(({ origins }) =>
    origins.some(({ module }) => module !== undefined && SHARED.test(module.identifier())),
  )
  const entry = compilation.entrypoints.get('main')?.getFiles() ?? []
  const files = [...entry, ...shared.flatMap((group) => group.getFiles())]
  return [...new Set(files.filter(isScript))]
}

const SHARED = /^(?:consume|provide)[ -]/

/** Preloads all start scripts. Otherwise the browser learns of the others only after the entry has run. */
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
