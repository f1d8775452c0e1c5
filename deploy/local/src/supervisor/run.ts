import { existsSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { describeStartupError, StartupError } from '@mms/service-kit/config'
import { isPrivateNetwork } from '@mms/service-kit/open-network'
import { tryPort } from '@mms/service-kit/ports'
import { type BackupSchedule, scheduleBackups } from '../backup/schedule.ts'
import { type LocalConfig, readConfig, readOptions, root, suiteAddress } from '../config.ts'
import { controlSocket, openControl, type RunningUpdate } from '../control/server.ts'
import { prepareDatabases } from '../plan/plan.ts'
import { createStopSignal, waitForAbort } from '../process/stop-signal.ts'
import { openDataFolder } from '../setup/data-folder.ts'
import { lockDatabases } from '../setup/databases.ts'
import type { FrontEnds } from '../setup/front-ends.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { generateSigningKeyOnce } from '../setup/service-keys.ts'
import { askForRelease, runReleases } from '../update/next-release.ts'
import { type CreateProcess, createSuite, type FirstAdmin } from './suite.ts'

const RETRY_MS = 200

/** Throws a `StartupError` if the port is busy, before anything is built or started. */
async function ensureFree(port: number, host: string, timeoutMs: number): Promise<void> {
  // Tries, not time: the machine may stand still meanwhile.
  for (let left = timeoutMs / RETRY_MS; ; left -= 1) {
    try {
      return await tryPort(port, host)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && left > 0) await delay(RETRY_MS)
      else throw new StartupError(sentenceOf(code, port, host), { cause })
    }
  }
}

function sentenceOf(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already taken. Choose another with PORT=….`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user.`
  return `Cannot listen on ${host}:${port} (${code}).`
}

/** Time in which processes of a killed suite release its port. */
const LEFT_BEHIND_MS = 5_000

const print = (line: string) => void process.stdout.write(`${line}\n`)
const stop = createStopSignal(() => process.exit(1))
// Keeps the suite running when its terminal closes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const atExit = new Map<string, () => void>()
process.once('exit', () => {
  for (const end of atExit.values()) end()
})

/** File mode mask: data is private to its owner. Builds use the mask of the person who started the suite. */
const PRIVATE = 0o077

export interface Stage {
  frontEnds: FrontEnds
  gateway?: Pick<LocalConfig, 'HOST' | 'PORT'>
  createProcess?: CreateProcess
  /** True for one process per program instead of two shared ones. */
  separate: boolean
  startFront?: () => Promise<void>
}

export interface StageContext {
  root: string
  config: LocalConfig
  separate: boolean
  print: (line: string) => void
  stop: AbortSignal
}

/** Runs until stopped. Returns the release that should run instead, if one was requested. */
async function runSuite(
  setStage: (setting: StageContext) => Promise<Stage>,
): Promise<RunningUpdate | undefined> {
  const { separate } = readOptions(process.argv.slice(2))
  const config = readConfig()
  const usual = process.umask(PRIVATE)
  // Started early, because making the key takes a moment.
  void generateSigningKeyOnce()
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
  const context = { root, config: { ...config, ...gateway }, data }
  const suite = await createSuite({ ...context, ...stage, print, onFirstAdmin })
  atExit.set('suite', () => suite.kill())
  const updating = Promise.withResolvers<RunningUpdate>()
  const start = async () => {
    // After the services, because builds use every core and a slow start would time out.
    await suite.start()
    await startFront?.()
    backups = scheduleBackups(config, print)
    const { backUp } = backups
    await openControl(data.path, suite.processes, { print, update: updating.resolve, backUp })
  }
  let backups: BackupSchedule | undefined
  try {
    await Promise.race([start(), waitForAbort(stop)])
    if (!stop.aborted) {
      print(readyText(config, admin))
      process.send?.({ type: 'ready', signingKey: await generateSigningKeyOnce() })
    }
    return (await Promise.race([updating.promise, waitForAbort(stop)])) ?? undefined
  } catch (error) {
    if (admin) print(signInText(admin))
    throw error
  } finally {
    backups?.end()
    if (stop.aborted) print('Stopping …')
    await suite.stop()
    await databases?.release()
    lock.release()
  }
}

/** Resolves when the requested release and those after it have ended, or when the requested one failed. */
async function makeRoom({ folder, end }: RunningUpdate): Promise<void> {
  const setting = { root, config: readConfig(), stop }
  // The first process starts every release, so that processes do not form a chain.
  if (!process.send) {
    if (await runReleases(setting, folder, end)) process.exit(0)
    return
  }
  const failure = await Promise.race([askForRelease(folder), waitForAbort(stop)])
  if (stop.aborted) return
  await end(failure ?? undefined)
  if (failure) return
  // The other release now owns the control socket.
  atExit.clear()
  process.exit(0)
}

/** Runs the suite until it is stopped, then ends the process. Startup errors are printed as one sentence. */
export async function runOnThisMachine(setStage: (setting: StageContext) => Promise<Stage>): Promise<never> {
  try {
    for (;;) {
      const update = await runSuite(setStage)
      if (!update || stop.aborted) process.exit(0)
      await makeRoom(update)
      if (stop.aborted) process.exit(0)
    }
  } catch (error) {
    if (stop.aborted) process.exit(0)
    process.stderr.write(`${describeStartupError(error)}\n`)
    process.exit(1)
  }
}

/** The gateway's log says why; this says what to do. */
const PLAIN_TEXT_WARNING =
  'WARNING: passwords cross the network in plain text. Put a proxy with a certificate in front and start with ' +
  'PUBLIC_ORIGIN=https://… TRUST_PROXY=1, or with HOST=127.0.0.1 for this machine alone.'

const NO_BACKUPS_WARNING =
  'WARNING: no backups are made. Set BACKUP_TO and BACKUP_KEY_FILE; npm run backup -- --new-key FILE creates the key.'

function signInText({ email, password }: FirstAdmin): string {
  return password
    ? `Sign in as ${email} with the password ${password} (shown only this once; you choose your own as you sign in).`
    : `Sign in as ${email} with the password from ADMIN_PASSWORD.`
}

function backupWords(config: LocalConfig): string[] {
  const { BACKUP_TO, BACKUP_KEY, BACKUP_HOURS, DATABASE_URL } = config
  if (BACKUP_TO === undefined) return []
  if (BACKUP_KEY === undefined) return [NO_BACKUPS_WARNING]
  const what = DATABASE_URL ? 'Backups of keys and areas, not of the database server' : 'Backups'
  return [`${what}: each ${BACKUP_HOURS} h to ${BACKUP_TO}`]
}

function readyText(config: LocalConfig, admin: FirstAdmin | undefined): string {
  return [
    '',
    `Ready: ${suiteAddress(config)}`,
    ...(config.PUBLIC_ORIGIN ? [`Browsers use: ${config.PUBLIC_ORIGIN}`] : []),
    ...(isPrivateNetwork(config) ? [] : [PLAIN_TEXT_WARNING]),
    admin ? signInText(admin) : 'Sign in with your account.',
    `Data and logs: ${config.DATA_DIR}`,
    ...backupWords(config),
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}
