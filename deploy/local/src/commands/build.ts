import { resolve } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { buildFrontEnds } from './setup/front-ends.ts'
import { stopSignal } from './stop-signal.ts'

/** `npm run build`: builds the shell and areas whose sources changed, as a start does. */
try {
  await buildFrontEnds(resolve(import.meta.dirname, '../../..'), {
    print: (line) => void process.stdout.write(`${line}\n`),
    signal: stopSignal(() => process.exit(1)),
  })
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
