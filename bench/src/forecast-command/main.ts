import { InputError, usage } from './options.ts'
import { runForecast } from './run-forecast.ts'

// `| head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await runForecast(process.argv.slice(2), process)
} catch (error) {
  if (!(error instanceof InputError)) throw error
  process.stderr.write(`${error.message}\n\n${usage}\n`)
  process.exitCode = 2
}
