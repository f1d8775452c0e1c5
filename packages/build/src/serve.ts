import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import type { CreateConfiguration, Environment } from './dev-server.ts'

/** Serves a front end from memory with hot reload. Returns its port after the first build. */
export async function serveFrontEnd(folder: string, env: Environment): Promise<number> {
  const file = pathToFileURL(path.join(folder, 'rspack.config.ts')).href
  const { default: define } = (await import(file)) as { default: CreateConfiguration }
  const { devServer, ...configuration } = define({ ...env, RSPACK_SERVE: true })
  const compiler = rspack({ name: path.basename(folder), ...configuration })
  const built = Promise.withResolvers<void>()
  compiler.hooks.done.tap('serveFrontEnd', () => built.resolve())
  // No exit signals, because the parent process stops this one.
  const server = new RspackDevServer({ ...devServer, setupExitSignals: false }, compiler)
  await server.start()
  await built.promise
  return Number(server.options.port)
}
