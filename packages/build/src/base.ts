import path from 'node:path'
import type { Configuration } from '@rspack/core'
import { LightningCssMinimizerRspackPlugin, SwcJsMinimizerRspackPlugin } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { CompressedSiblings } from './compressed-siblings.ts'
import { OldFiles } from './old-files.ts'
import { suiteRoot } from './workspace.ts'

/** Browsers of the last few years; everything the suite itself is written in. */
const ecmaScript = 'es2022'

export interface FrontEnd {
  folder: string
  uniqueName: string
  production: boolean
  /** Whether what is edited runs in a page with the React of production, which refreshes nothing by itself. */
  besideSuite?: boolean
}

/**
 * Names that are short because they are frequent would follow the letters in the hash of another chunk, which change
 * with a remark in it: then a remark would make another build.
 */
const mangle = { disableCharFreq: true } as object
const minimizer = [
  new SwcJsMinimizerRspackPlugin({ minimizerOptions: { mangle } }),
  new LightningCssMinimizerRspackPlugin(),
]

/** What the shell's and the areas' builds have in common. */
export function baseConfiguration({
  folder,
  uniqueName,
  production,
  besideSuite = false,
}: FrontEnd): Configuration {
  const withRefresh = !production && !besideSuite
  return {
    context: folder,
    mode: production ? 'production' : 'development',
    target: ['web', ecmaScript],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.js', '.json'] },
    output: {
      path: path.join(folder, 'dist'),
      // In production `OldFiles` removes what is not needed any more; a development server keeps all hot updates, since
      // a page that missed a build goes on by them, one after the other.
      uniqueName,
      filename: production ? 'assets/[name].[contenthash].js' : '[name].js',
      cssFilename: production ? 'assets/[name].[contenthash].css' : '[name].css',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      // Without it a module that threw while loading is handed out half-made on the next try.
      strictModuleErrorHandling: true,
    },
    module: {
      rules: [
        sourceRule('ts', withRefresh),
        sourceRule('tsx', withRefresh),
        // a font for a document: its address
        { test: /\.ttf$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      ...(production ? [new CompressedSiblings(), new OldFiles()] : []),
      ...(withRefresh ? [new ReactRefreshRspackPlugin({ exclude: /node_modules/ })] : []),
    ],
    optimization: { minimizer, ...(besideSuite ? { nodeEnv: 'production' } : {}) },
    cache: {
      type: 'persistent',
      buildDependencies: [path.join(folder, 'rspack.config.ts'), path.join(suiteRoot, 'package-lock.json')],
      storage: { type: 'filesystem', directory: path.join(folder, '.cache/rspack') },
    },
    // Many editors empty a file before they write it.
    watchOptions: { aggregateTimeout: 50 },
    // Its proxy modules ask the page's origin for code, which for an area is the shell's.
    lazyCompilation: false,
    performance: false,
    stats: { preset: 'errors-warnings', timings: true, colors: true },
    // Federation warns at each build that publicPath is 'auto', which is what an area's has to be.
    infrastructureLogging: { level: 'error' },
  }
}

function sourceRule(syntax: 'ts' | 'tsx', withRefresh: boolean) {
  return {
    test: syntax === 'ts' ? /\.ts$/ : /\.tsx$/,
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
