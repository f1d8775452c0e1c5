import { resolve } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { readyWords, signInWords } from './banner.ts'
import { readConfig } from './config.ts'
import { prepareDatabases } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'
import { buildFrontEnds } from './setup/front-ends.ts'
import { lockDataFolder } from './setup/lock.ts'
import { ensureFree } from './setup/ports.ts'
import { aborted, stopSignal } from './stop-signal.ts'
import { createSuite, type FirstAdmin } from './suite.ts'

/** How long processes of a suite that was killed may take to notice and give its port back. */
const LEFT_BEHIND_MS = 5_000

const root = resolve(import.meta.dirname, '../../..')
const tell = (line: string) => void process.stdout.write(`${line}\n`)
const stop = stopSignal(() => process.exit(1))
// A terminal that went away takes no more words; the suite goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** What the suite keeps is its owner's alone, and what it builds is as the person who started it wants it. */
const PRIVATE = 0o077

async function runSuite(): Promise<void> {
  const config = readConfig()
  const usual = process.umask(PRIVATE)
  const data = openDataFolder(config.DATA_DIR)
  const lock = lockDataFolder(data.path)
  process.once('exit', () => lock.release())
  await ensureFree(config.PORT, config.HOST, lock.wasLeftBehind ? LEFT_BEHIND_MS : 0)
  await prepareDatabases({ root, config, data })
  process.umask(usual)
  const frontEnds = await buildFrontEnds(root, { tell, signal: stop })
  process.umask(PRIVATE)
  let admin: FirstAdmin | undefined
  const onFirstAdmin = (made: FirstAdmin) => {
    admin = made
  }
  const suite = await createSuite({ root, config, data, frontEnds, tell, onFirstAdmin })
  process.once('exit', () => suite.kill())
  try {
    await Promise.race([suite.start(), aborted(stop)])
    if (!stop.aborted) tell(readyWords(config, admin))
    await aborted(stop)
  } catch (error) {
    if (admin) tell(signInWords(admin))
    throw error
  } finally {
    if (stop.aborted) tell('Stopping …')
    await suite.stop()
  }
}

try {
  await runSuite()
  process.exit(0)
} catch (error) {
  if (stop.aborted) process.exit(0)
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
