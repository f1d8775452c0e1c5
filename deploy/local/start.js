// Plain JavaScript, so that a Node that is too old can read it and say so.
import * as nodeModule from 'node:module'

if (Number(process.versions.node.split('.')[0]) < 24) {
  const help = process.platform === 'linux' ? 'Run npm ci, which brings it' : 'Install it, run npm ci'
  process.stderr.write(`The suite needs Node 24; this is ${process.version}. ${help}, and then npm start.\n`)
  process.exit(1)
}
// Saves half of the time that Node takes to read sources. Each process keeps its own, since their flags differ.
nodeModule.enableCompileCache(new URL('../../.cache/compile/local', import.meta.url).pathname)
const isDev = process.argv[2] === 'dev'
if (isDev) process.argv.splice(2, 1)
const own = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const { chosenRelease } = await import('./src/setup/release.ts')
// The release that starts this one, which has a channel to it, has chosen.
const chosen = isDev || process.channel ? own : chosenRelease(own, process.env.DATA_DIR || '.data')
if (chosen !== own) await import(`${chosen}/deploy/local/start.js`)
else await import(isDev ? './src/dev/main.ts' : './src/main.ts')
