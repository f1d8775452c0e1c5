import { runOnThisMachine } from './run.ts'
import { buildFrontEnds } from './setup/front-ends.ts'

/** `npm start`: the suite as built; `npm start -- --together` runs gateway and services in one process. */
await runOnThisMachine(async ({ root, print, stop }) => ({
  frontEnds: await buildFrontEnds(root, { print, signal: stop }),
  together: process.argv.includes('--together'),
}))
