import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { startupWords } from '@mms/service-kit/config'
import { scheduleBackups } from './backup/schedule.ts'
import { readyWords, signInWords } from './banner.ts'
import { type LocalConfig, readConfig, readOptions } from './config.ts'
import { controlSocket, openControl, type Update } from './control/server.ts'
import { prepareDatabases } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'
import { lockDatabases } from './setup/databases.ts'
import type { FrontEnds } from './setup/front-ends.ts'
import { lockDataFolder } from './setup/lock.ts'
import { ensureFree } from './setup/ports.ts'
import { aborted, stopSignal } from './stop-signal.ts'
import { type CreateProcess, createSuite, type FirstAdmin } from './suite.ts'
import { askForRelease, runReleases } from './update/next-release.ts'

/** How long processes of a suite that was killed may take to notice and give its port back. */
const LEFT_BEHIND_MS = 5_000

const root = resolve(import.meta.dirname, '../../..')
const print = (line: string) => void process.stdout.write(`${line}\n`)
const stop = stopSignal(() => process.exit(1))
// A terminal that went away takes no more words; the suite goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** What ends with this process, by name: of the suite that ran last in it, since one runs again after an update that failed. */
const atExit = new Map<string, () => void>()
process.once('exit', () => {
  for (const end of atExit.values()) end()
})

/** What the suite keeps is its owner's alone, and what it builds is as the person who started it wants it. */
const PRIVATE = 0o077

/** How the pages get on the screen, and what runs the processes. */
export interface Stage {
  frontEnds: FrontEnds
  /** Where the gateway listens when something else stands in front of it on the public port. */
  gateway?: Pick<LocalConfig, 'HOST' | 'PORT'>
  createProcess?: CreateProcess
  /** A process for each program; else they share two. */
  separate: boolean
  /** Starts what stands in front. */
  startFront?: () => Promise<void>
}

export interface Setting {
  root: string
  config: LocalConfig
  /** Whether each program is to have its own process. */
  separate: boolean
  print: (line: string) => void
  stop: AbortSignal
}

/** Runs it until it is stopped, or makes room for another release: that is returned then. */
async function runSuite(setStage: (setting: Setting) => Promise<Stage>): Promise<Update | undefined> {
  const { separate } = readOptions(process.argv.slice(2))
  const config = readConfig()
  const usual = process.umask(PRIVATE)
  const data = openDataFolder(config.DATA_DIR)
  const lock = await lockDataFolder(data.path)
  const wasKilled = existsSync(controlSocket(data.path))
  atExit.set('control', () => rmSync(controlSocket(data.path), { force: true }))
  await ensureFree(config.PORT, config.HOST, wasKilled ? LEFT_BEHIND_MS : 0)
  const databases = config.DATABASE_URL ? await lockDatabases(config.DATABASE_URL, print) : undefined
  await prepareDatabases({ root, config, data })
  process.umask(usual)
  const { gateway, startFront, ...stage } = await setStage({ root, config, separate, print, stop })
  process.umask(PRIVATE)
  let admin: FirstAdmin | undefined
  const onFirstAdmin = (made: FirstAdmin) => {
    admin = made
  }
  const places = { root, config: { ...config, ...gateway }, data }
  const suite = await createSuite({ ...places, ...stage, print, onFirstAdmin })
  atExit.set('suite', () => suite.kill())
  const updating = Promise.withResolvers<Update>()
  const start = async () => {
    // A build takes every core; the services have a limited time to be ready.
    await suite.start()
    await startFront?.()
    await openControl(data.path, suite.processes, { print, update: updating.resolve })
  }
  try {
    await Promise.race([start(), aborted(stop)])
    if (!stop.aborted) {
      print(readyWords(config, admin))
      process.send?.({ type: 'ready' })
    }
    const endBackups = scheduleBackups(config, print)
    try {
      return (await Promise.race([updating.promise, aborted(stop)])) ?? undefined
    } finally {
      endBackups()
    }
  } catch (error) {
    if (admin) print(signInWords(admin))
    throw error
  } finally {
    if (stop.aborted) print('Stopping …')
    await suite.stop()
    await databases?.release()
    lock.release()
  }
}

/** Resolves once other releases have run in the place of this one, or one that was asked for is no good. */
async function makeRoom({ folder, end }: Update): Promise<void> {
  const setting = { root, config: readConfig(), stop }
  // The process that started this release starts all, so that no chain of them grows.
  if (!process.send) {
    if (await runReleases(setting, folder, end)) process.exit(0)
    return
  }
  const failure = await Promise.race([askForRelease(folder), aborted(stop)])
  if (stop.aborted) return
  await end(failure ?? undefined)
  if (failure) return
  // The control socket is the other release's now.
  atExit.clear()
  process.exit(0)
}

/** Runs the suite until it is stopped, and ends the process; what prevents a start is one sentence. */
export async function runOnThisMachine(setStage: (setting: Setting) => Promise<Stage>): Promise<never> {
  try {
    for (;;) {
      const update = await runSuite(setStage)
      if (!update || stop.aborted) process.exit(0)
      await makeRoom(update)
      if (stop.aborted) process.exit(0)
    }
  } catch (error) {
    if (stop.aborted) process.exit(0)
    process.stderr.write(`${startupWords(error)}\n`)
    process.exit(1)
  }
}
