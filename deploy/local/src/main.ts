import { runOnThisMachine } from './run.ts'
import { buildFrontEnds } from './setup/front-ends.ts'

/** `npm start`: the suite as built. */
await runOnThisMachine(async ({ root, print, stop }) => ({
  frontEnds: await buildFrontEnds(root, { print, signal: stop }),
}))
