// Plain JavaScript, so that an old Node can parse it and print what it needs.
import * as nodeModule from 'node:module'

if (Number(process.versions.node.split('.')[0]) < 24) {
  const help = process.platform === 'linux' ? 'Run npm ci, which brings it' : 'Install it, run npm ci'
  process.stderr.write(`The suite needs Node 24; this is ${process.version}. ${help}, and then npm start.\n`)
  process.exit(1)
}
// Halves the time to load sources. Other processes have caches of their own, because their flags differ.
nodeModule.enableCompileCache(new URL('../../.cache/compile/local', import.meta.url).pathname)
const isDev = process.argv[2] === 'dev'
if (isDev) process.argv.splice(2, 1)
const own = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const { chosenRelease } = await import('./src/setup/release.ts')
// A channel means that another release started this one and has already chosen it.
const chosen = isDev || process.channel ? own : chosenRelease(own, process.env.DATA_DIR || '.data')
if (chosen !== own) await import(`${chosen}/deploy/local/start.js`)
else await import(isDev ? './src/dev/main.ts' : './src/main.ts')
