import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import type { DefinedBuild, Environment } from './dev-server.ts'

/**
 * Builds the front end in `folder` in memory and serves it with hot reload; what is edited is built again. `env` says
 * for whom, and with `host` and `port` where to listen. Resolves with the port when the first build is there.
 *
 * @example await serveFrontEnd('/suite/mf-sales', { gateway: 'http://127.0.0.1:5000', port: '5102' })
 */
export async function serveFrontEnd(folder: string, env: Environment): Promise<number> {
  const file = pathToFileURL(path.join(folder, 'rspack.config.ts')).href
  const { default: define } = (await import(file)) as { default: DefinedBuild }
  const { devServer, ...configuration } = define({ ...env, RSPACK_SERVE: true })
  const compiler = rspack({ name: path.basename(folder), ...configuration })
  const built = Promise.withResolvers<void>()
  compiler.hooks.done.tap('serveFrontEnd', () => built.resolve())
  // It ends with its process, and does not decide when.
  const server = new RspackDevServer({ ...devServer, setupExitSignals: false }, compiler)
  await server.start()
  await built.promise
  return Number(server.options.port)
}
