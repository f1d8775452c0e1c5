import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { baseConfiguration } from './base.ts'
import { developmentWords, type Environment, refreshHook, shellDevServer } from './dev-server.ts'
import { plainScript } from './plain-script.ts'
import { sharedModules } from './shared.ts'
import { startupPreloads } from './startup-preloads.ts'
import { suiteRoot } from './workspace.ts'

/** The shell's build names no area; areas are found at run time in `/areas.json`. */
export function defineShellBuild() {
  return (env: Environment): Configuration => {
    const folder = path.join(suiteRoot, 'shell')
    const production = !env.RSPACK_SERVE
    // No build id, unlike an area: a page holds only one shell.
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
        // Not in development: the worker would cache every edited file.
        ...(production
          ? [
              startupPreloads,
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
    .replace('__DEVELOPMENT__', developmentWords(env))
}
