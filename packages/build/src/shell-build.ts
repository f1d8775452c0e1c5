import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Compilation, type Configuration, rspack } from '@rspack/core'
import { assetPlugin, toRawSource } from './asset-plugin.ts'
import { baseConfiguration } from './base.ts'
import { developmentPlaceholder, type Environment, refreshHook, shellDevServer } from './dev-server.ts'
import { readSuppliedVersions, sharedModules } from './shared.ts'
import { suiteRoot } from './workspace.ts'

const SHARED = /^(?:consume|provide)[ -]/
const isScript = (file: string) => file.endsWith('.js')

function scriptsAtStart(compilation: Compilation): string[] {
  const shared = compilation.chunkGroups.filter(({ origins }) =>
    origins.some(({ module }) => module !== undefined && SHARED.test(module.identifier())),
  )
  const entry = compilation.entrypoints.get('main')?.getFiles() ?? []
  const files = [...entry, ...shared.flatMap((group) => group.getFiles())]
  return [...new Set(files.filter(isScript))]
}

/** Preloads all start scripts, which the browser would otherwise discover only after the entry has run. */
const startupPreloads = assetPlugin('StartupPreloads', 'afterNames', (compilation) => {
  const links = scriptsAtStart(compilation).map((file) => `<link rel="preload" as="script" href="/${file}">`)
  compilation.updateAsset('index.html', (page) =>
    toRawSource(
      page
        .source()
        .toString()
        .replace('<script ', `${links.join('')}<script `),
    ),
  )
})

/** Read by the gateway, which publishes the versions as metrics for owners of areas. */
const versionsFile = assetPlugin('VersionsFile', 'first', (compilation) =>
  compilation.emitAsset('versions.json', toRawSource(JSON.stringify(readSuppliedVersions()))),
)

/** Emits a script without imports under a fixed name, for example a service worker. */
const plainScript = (file: string, asset: string) =>
  assetPlugin('PlainScript', 'first', (compilation) => {
    compilation.fileDependencies.add(file)
    compilation.emitAsset(asset, toRawSource(stripTypeScriptTypes(readFileSync(file, 'utf8'))))
  })

/** The shell's build knows no areas. The page finds them in `/areas.json`. */
export function defineShellBuild() {
  return (env: Environment): Configuration => {
    const folder = path.join(suiteRoot, 'shell')
    const production = !env.RSPACK_SERVE
    // Unlike an area, the shell needs no build id, because a page contains one shell only.
    const base = baseConfiguration({ folder, uniqueName: 'mms-shell', production })
    return {
      ...base,
      entry: { main: path.join(folder, 'src/main.tsx') },
      output: { ...base.output, publicPath: '/' },
      plugins: [
        ...(base.plugins ?? []),
        new ModuleFederationPlugin({
          name: 'mms_shell',
          shared: sharedModules({ ownCopies: true }),
          shareStrategy: 'loaded-first',
          experiments: { asyncStartup: true },
          manifest: false,
          dts: false,
        }),
        new rspack.HtmlRspackPlugin({
          templateContent: page(path.join(folder, 'src/index.html'), env),
          scriptLoading: 'defer',
        }),
        // In development the worker would cache every edited file.
        ...(production
          ? [
              startupPreloads,
              versionsFile,
              plainScript(path.join(folder, 'src/offline/service-worker.ts'), 'service-worker.js'),
            ]
          : []),
      ],
      ...(production ? {} : { devServer: shellDevServer(env) }),
    }
  }
}

function page(template: string, env: Environment): string {
  const html = readFileSync(template, 'utf8')
  if (!env.RSPACK_SERVE) return html
  return html
    .replace('<head>', `<head><script>${refreshHook}</script>`)
    .replace('__DEVELOPMENT__', developmentPlaceholder(env))
}
