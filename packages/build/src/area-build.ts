import path from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { areaManifestFile } from './area-manifest.ts'
import { baseConfiguration } from './base.ts'
import { BUILD_ID, buildId } from './build-id.ts'
import { areaDevServer, type Environment, refreshHook } from './dev-server.ts'
import { federationOfDevelopment, federationOfProduction } from './federation.ts'
import { readPackage, suiteRoot } from './workspace.ts'

export interface AreaBuildOptions {
  /** Port of `npm run dev`; one per area. */
  devPort: number
  /** Where the area lives, when that is not `mf-<name>`. */
  folder?: string
}

/**
 * The build of the area `name`, whose folder is `mf-<name>` and whose definition is `src/area.ts` there.
 * In production it makes a remote that takes react, sdk and ui from the shell; in development one that can also
 * run alone, with its own copies, at `http://localhost:<devPort>`.
 *
 * ```ts
 * // mf-inventory/rspack.config.ts
 * export default defineAreaBuild('inventory', { devPort: 5101 })
 * ```
 */
export function defineAreaBuild(
  name: string,
  { devPort, folder = path.join(suiteRoot, `mf-${name}`) }: AreaBuildOptions,
) {
  return (env: Environment): Configuration => {
    const production = !env.RSPACK_SERVE
    const besideSuite = typeof env.suite === 'string'
    // Served as a page of its own too; without it the shell's page has what it needs, and less is built.
    const alone = !production && !env.remoteOnly && !besideSuite
    const build = production ? BUILD_ID : 'development'
    const definition = path.join(folder, 'src/area.ts')
    const federation = {
      container: `mms_area_${name.replaceAll('-', '_')}`,
      definition: besideSuite ? path.join(suiteRoot, 'shell/src/developed-area.ts') : definition,
      package: readPackage(folder),
    }
    const base = baseConfiguration({ folder, uniqueName: `mms-${name}-${build}`, production, besideSuite })
    return {
      ...base,
      entry: alone ? { main: path.join(suiteRoot, 'shell/src/stand-alone.tsx') } : {},
      // A chunk that hangs is given up in time for a person who tries again.
      output: {
        ...base.output,
        publicPath: 'auto',
        crossOriginLoading: 'anonymous',
        chunkLoadTimeout: 20_000,
      },
      resolve: { ...base.resolve, alias: alone || besideSuite ? { '#area$': definition } : {} },
      plugins: [
        ...(base.plugins ?? []),
        ...(production ? federationOfProduction(federation) : federationOfDevelopment(federation, alone)),
        areaManifestFile(definition, federation.package.version, build),
        ...(production ? [buildId] : []),
        ...(alone
          ? [new rspack.HtmlRspackPlugin({ templateContent: standAlonePage(name), chunks: ['main'] })]
          : []),
      ],
      ...(production ? {} : { devServer: areaDevServer(devPort, env) }),
    }
  }
}

function standAlonePage(name: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><script>${refreshHook}</script></head><body><div id="root"></div></body></html>`
}
