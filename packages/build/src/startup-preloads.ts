import type { Compilation, Compiler } from '@rspack/core'

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
export class StartupPreloads {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('StartupPreloads', (compilation) => {
      // Once the files have their names.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'StartupPreloads', stage }, () => {
        const links = scriptsAtStart(compilation).map(
          (file) => `<link rel="preload" as="script" href="/${file}">`,
        )
        compilation.updateAsset('index.html', (page) => {
          const html = page
            .source()
            .toString()
            .replace('<script ', `${links.join('')}<script `)
          return new sources.RawSource(html)
        })
      })
    })
  }
}
