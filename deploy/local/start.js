// Plain JavaScript, so that an old Node can parse it and print what it needs.
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

if (Number(process.versions.node.split('.')[0]) < 24) {
  const help = process.platform === 'linux' ? 'Run npm ci, which brings it' : 'Install it, run npm ci'
  process.stderr.write(`The suite needs Node 24; this is ${process.version}. ${help}, and then npm start.\n`)
  process.exit(1)
}
// Halves the time to load sources. Other processes have caches of their own, because their flags differ.
nodeModule.enableCompileCache(join(import.meta.dirname, '../../.cache/compile/local'))
const isDev = process.argv[2] === 'dev'
if (isDev) process.argv.splice(2, 1)
const own = join(import.meta.dirname, '../..')
const { chosenRelease, startScriptPath } = await import('./src/setup/release.ts')
// A channel means that another release started this one and has already chosen it.
const chosen = isDev || process.channel ? own : chosenRelease(own, process.env.DATA_DIR || '.data')
if (chosen !== own) await import(pathToFileURL(startScriptPath(chosen)).href)
else await import(isDev ? './src/dev/main.ts' : './src/main.ts')
