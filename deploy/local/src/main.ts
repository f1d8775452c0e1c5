import { buildFrontEnds } from './setup/front-ends.ts'
import { runOnThisMachine } from './supervisor/run.ts'

/** `npm start` runs the built suite in two processes. With `--separate`, each service and the gateway has its own. */
await runOnThisMachine(async ({ root, separate, print, stop }) => ({
  frontEnds: await buildFrontEnds(root, { print, signal: stop }),
  separate,
}))
