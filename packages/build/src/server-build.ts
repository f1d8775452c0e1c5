import path from 'node:path'
import { promisify } from 'node:util'
import { type Configuration, rspack, type Stats } from '@rspack/core'

/** Drivers that knex mentions but a cluster does not use. They are left out, so using one fails. */
const ABSENT = [
  'better-sqlite3',
  'sqlite3',
  'mysql',
  'mariadb/callback',
  'oracledb',
  'pg',
  'pg-query-stream',
  'tedious',
]

export interface ServerBuild {
  entries: Record<string, string>
  outputFolder: string
  /** Packages that stay in `node_modules`, because they have binaries or files to serve. */
  external?: string[]
  replaced?: Record<string, string>
}

/** Names of functions and classes are kept because logs contain them. */
const names = { keep_classnames: true, keep_fnames: true }
const readable = new rspack.SwcJsMinimizerRspackPlugin({
  minimizerOptions: { mangle: names, compress: names },
})

const sources = {
  test: /\.ts$/,
  sideEffects: false,
  loader: 'builtin:swc-loader',
  options: { jsc: { parser: { syntax: 'typescript' } } },
}

function configurationOf(build: ServerBuild): Configuration {
  const { entries, outputFolder, external = [], replaced = {} } = build
  return {
    mode: 'production',
    target: 'node24',
    context: path.dirname(Object.values(entries)[0] ?? ''),
    entry: entries,
    devtool: false,
    resolve: { alias: replaced },
    externalsType: 'node-commonjs',
    externals: Object.fromEntries([...ABSENT, ...external].map((name) => [name, `node-commonjs ${name}`])),
    output: {
      path: outputFolder,
      clean: true,
      module: true,
      chunkFormat: 'module',
      // Lets a worker find its files.
      workerChunkLoading: 'import',
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name][ext]',
    },
    module: { rules: [sources] },
    optimization: { splitChunks: false, minimizer: [readable] },
  }
}

/** Bundles a server for Node. Data files are copied if referred to by `new URL('./file', import.meta.url)`. */
export async function buildServer(build: ServerBuild): Promise<void> {
  const compiler = rspack(configurationOf(build))
  const run = promisify(compiler.run.bind(compiler))
  const stats = (await run()) as Stats | undefined
  if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }))
  await promisify(compiler.close.bind(compiler))()
}
