// Plain JavaScript, so that a Node that is too old can read it and say so.
import * as nodeModule from 'node:module'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `The suite needs Node 24; this is ${process.version}. Run npm ci, which brings it, and then npm start.\n`,
  )
  process.exit(1)
}
// Saves half of the time that Node takes to read sources. Each process keeps its own, since flags tell them apart.
nodeModule.enableCompileCache(new URL('../../.cache/compile/local', import.meta.url).pathname)
await import('./src/main.ts')
