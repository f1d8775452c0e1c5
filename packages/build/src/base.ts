import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  type Compiler,
  type Configuration,
  LightningCssMinimizerRspackPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { OldFilesPlugin } from './old-files.ts'
import { suiteRoot } from './workspace.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Smaller files fit into one packet uncompressed. Scripts are always compressed. */
const MIN_BYTES = 1024

/** Compresses files at build time instead of for each request. Skips HTML, into which the gateway writes a nonce. */
class CompressedSiblings {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('CompressedSiblings', async (compilation) => {
      const assets = compilation.getAssets().filter(({ name }) => /\.(js|css|json|svg)$/.test(name))
      await Promise.all(
        assets.map(async ({ name, source }) => {
          const content = source.buffer()
          const file = path.join(compiler.outputPath, name)
          if (content.length < MIN_BYTES && !name.endsWith('.js')) return removeSiblings(file)
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
          await writeFile(`${file}.br`, await brotli(content, quality))
          await writeFile(`${file}.gz`, await gz(content, { level: 9 }))
        }),
      )
    })
  }
}

/** Deletes compressed copies of an earlier, larger version, which would be served otherwise. */
async function removeSiblings(file: string): Promise<void> {
  await Promise.all(['br', 'gz'].map((coding) => rm(`${file}.${coding}`, { force: true })))
}

/** Supported by browsers of the last few years. The sources use the same level. */
const ecmaScript = 'es2022'

interface FrontEnd {
  folder: string
  uniqueName: string
  production: boolean
  /** The area runs in a production page, whose React cannot hot-refresh. */
  besideSuite?: boolean
}

/** jsPDF needs these only to draw HTML or SVG, which no page does. */
const unused = { canvg: false, dompurify: false, html2canvas: false } as const

/** Otherwise short names depend on character frequency, and so on chunk hashes: a comment would change the build. */
const mangle = { disableCharFreq: true } as object
const minimizer = [
  new SwcJsMinimizerRspackPlugin({ minimizerOptions: { mangle } }),
  new LightningCssMinimizerRspackPlugin(),
]

export function baseConfiguration(frontEnd: FrontEnd): Configuration {
  const { folder, uniqueName, production, besideSuite = false } = frontEnd
  const withRefresh = !production && !besideSuite
  return {
    context: folder,
    mode: production ? 'production' : 'development',
    target: ['web', ecmaScript],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.js', '.json'], alias: unused },
    output: {
      path: path.join(folder, 'dist'),
      // Production uses `OldFilesPlugin` to clean up. A development server keeps all hot updates, because an open page
      // applies them in order.
      uniqueName,
      filename: production ? 'assets/[name].[contenthash].js' : '[name].js',
      cssFilename: production ? 'assets/[name].[contenthash].css' : '[name].css',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      // Otherwise a module that threw while loading is returned incomplete at the next import.
      strictModuleErrorHandling: true,
    },
    module: {
      rules: [
        ...['ts', 'tsx'].map((syntax) => sourceRule(syntax, withRefresh)),
        { test: /\.ttf$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      ...(production ? [new CompressedSiblings(), new OldFilesPlugin()] : []),
      ...(withRefresh ? [new ReactRefreshRspackPlugin({ exclude: /node_modules/ })] : []),
    ],
    optimization: { minimizer, ...(besideSuite ? { nodeEnv: 'production' } : {}) },
    cache: {
      type: 'persistent',
      buildDependencies: [path.join(folder, 'rspack.config.ts'), path.join(suiteRoot, 'package-lock.json')],
      storage: { type: 'filesystem', directory: path.join(folder, '.cache/rspack') },
    },
    // Many editors empty a file before they write it, so wait briefly.
    watchOptions: { aggregateTimeout: 50 },
    // Lazy modules would load code from the page's origin, which is the shell's and not the area's.
    lazyCompilation: false,
    performance: false,
    stats: { preset: 'errors-warnings', timings: true, colors: true },
    // Hides a federation warning about publicPath 'auto', which areas need.
    infrastructureLogging: { level: 'error' },
  }
}

function sourceRule(syntax: string, withRefresh: boolean) {
  return {
    test: new RegExp(`\\.${syntax}$`),
    loader: 'builtin:swc-loader',
    type: 'javascript/auto',
    options: {
      jsc: {
        target: ecmaScript,
        parser: { syntax: 'typescript', tsx: syntax === 'tsx' },
        transform: { react: { runtime: 'automatic', development: withRefresh, refresh: withRefresh } },
      },
    },
  }
}
