import path from 'node:path'
import { promisify } from 'node:util'
import { type Configuration, rspack, type Stats } from '@rspack/core'

/** Drivers that knex names and the suite does not have in a cluster. A name that is missing fails where it is asked for. */
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
  /** Name → file that is started as `<name>.js`. */
  entries: Record<string, string>
  /** Where the files go. */
  outputFolder: string
  /** Packages that stay beside it in `node_modules`: binaries, and files that are served. */
  external?: string[]
  /** File → file that is taken in its place, for measurements. */
  replaced?: Record<string, string>
}

/** The log names functions and classes of errors by what they are called. */
const names = { keep_classnames: true, keep_fnames: true }
const readable = new rspack.SwcJsMinimizerRspackPlugin({
  minimizerOptions: { mangle: names, compress: names },
})

function configurationOf({
  entries,
  outputFolder,
  external = [],
  replaced = {},
}: ServerBuild): Configuration {
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
      // Or a worker would not know where its files are.
      workerChunkLoading: 'import',
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name][ext]',
    },
    module: {
      rules: [
        {
          test: /\.ts$/,
          sideEffects: false,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
      ],
    },
    optimization: { splitChunks: false, minimizer: [readable] },
  }
}

/**
 * Bundles a server with all that it imports, so that it runs on Node alone. Files that it reads stand beside it when they
 * are written `new URL('./file', import.meta.url)`. Throws what the bundler could not resolve.
 *
 * @example await buildServer({ entries: { main: '/suite/services/sales/src/main.ts' }, outputFolder: '/tmp/sales' })
 */
export async function buildServer(build: ServerBuild): Promise<void> {
  const compiler = rspack(configurationOf(build))
  const run = promisify(compiler.run.bind(compiler))
  const stats = (await run()) as Stats | undefined
  if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }))
  await promisify(compiler.close.bind(compiler))()
}
