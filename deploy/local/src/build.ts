import { StartupError } from '@mms/service-kit/config'
import { root } from './config.ts'
import { createStopSignal } from './process/stop-signal.ts'
import { buildFrontEnds } from './setup/front-ends.ts'

/**
 * `npm run build` builds the shell and areas whose sources changed, as a start does. Keep this path: the update of
 * release 0.3 calls it.
 */
try {
  await buildFrontEnds(root, {
    print: (line) => void process.stdout.write(`${line}\n`),
    signal: createStopSignal(() => process.exit(1)),
  })
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
