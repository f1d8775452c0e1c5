import { once } from 'node:events'
import { readFile, statfs } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { HOUR_MS, type LastBackup, lastBackupSchema, type SuiteStatus } from '@mms/contracts'
import {
  authorize,
  Gauge,
  httpRequest,
  jsonParser,
  type Logger,
  type Metrics,
  ProblemError,
  problem,
  type RequestState,
  type Verifiers,
} from '@mms/service-kit'
import type { Middleware } from 'koa'
import type { Documents } from '../services/documents.ts'
import type { Services } from '../services/services.ts'

const parse = jsonParser(lastBackupSchema)

async function readLastBackup(file: string, log: Logger): Promise<LastBackup | null> {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err }, 'backup.json cannot be read')
    return null
  }
}

async function readMachine(
  folder: string | undefined,
  { alarmHours, log }: { alarmHours: number; log: Logger },
): Promise<SuiteStatus['machine']> {
  if (folder === undefined) return null
  const { blocks, bavail, bsize } = await statfs(folder)
  const disk = { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  const lastBackup = await readLastBackup(join(folder, 'backup.json'), log)
  const age = lastBackup === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(lastBackup.finishedAt)
  return { disk, lastBackup, backupIsOld: age > alarmHours * HOUR_MS }
}

/** Publishes the age of the last backup as a metric, which raises an alert. */
export function publishBackupAge(options: {
  file: string
  alarmHours: number
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}): void {
  const registers = [options.metrics.registry]
  new Gauge({
    name: 'backup_last_good_timestamp_seconds',
    help: 'When the last good backup was made; 0 when none was',
    registers,
    async collect() {
      const last = await readLastBackup(options.file, options.log)
      this.set(last ? Date.parse(last.finishedAt) / 1000 : 0)
    },
  })
  new Gauge({ name: 'backup_alarm_seconds', help: 'How old the last good backup may become', registers }).set(
    options.alarmHours * 3_600,
  )
}

export const STATUS_PATH = '/api/status'
const TIMEOUT_MS = 2_500

interface StatusOptions {
  version: string
  services: Services
  documents: Documents
  verifiers: Verifiers
  log: Logger
  dataFolder?: string | undefined
  alarmHours: number
}

const isReady = (origin: string) =>
  httpRequest(`${origin}/readyz`, { redirect: 'error', timeoutMs: TIMEOUT_MS }).then(
    async (answer) => {
      await answer.body?.cancel()
      return true
    },
    () => false,
  )

const BACKUP_PATH = `${STATUS_PATH}/backup`

/** Asks the supervisor, which answers once the backup is complete. */
async function backUp(folder: string): Promise<void> {
  const asked = request({ socketPath: join(folder, 'control.sock'), path: '/backup', method: 'POST' }).end()
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const words = await text(answer)
    if (words !== 'done') throw problem.conflict('backup.failed', words.replace(/\nfailed$/, ''))
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw problem.unavailable('backup.unavailable', 'This suite cannot make a backup right now', { cause })
  }
}

export function serveStatus(options: StatusOptions): Middleware {
  const { version, services, documents, verifiers, log, dataFolder, alarmHours } = options

  const ask = async (name: string, url: string | undefined): Promise<SuiteStatus['services'][number]> => {
    if (url === undefined) return { name, version: null, ready: false }
    const [document, ready] = await Promise.all([documents.fresh(name, url), isReady(url)])
    return { name, version: document?.info?.version ?? null, ready }
  }

  return async (ctx, next) => {
    const isRead = ctx.path === STATUS_PATH && (ctx.method === 'GET' || ctx.method === 'HEAD')
    const isBackup = ctx.path === BACKUP_PATH && ctx.method === 'POST' && dataFolder !== undefined
    if (!isRead && !isBackup) return next()
    const state = ctx.state as RequestState
    state.route = ctx.path
    const caller = await authorize({ access: 'admin' }, ctx.headers.authorization, verifiers)
    if (caller) state.callerId = caller.id
    if (isBackup) {
      await backUp(dataFolder)
      ctx.status = 204
      return
    }
    const listed = Object.entries(services.list())
    const [own, machine] = await Promise.all([
      Promise.all(listed.map(([name, { url }]) => ask(name, url))),
      readMachine(dataFolder, { alarmHours, log }),
    ])
    ctx.set('Cache-Control', 'no-store')
    ctx.body = {
      services: [{ name: 'gateway', version, ready: true }, ...own],
      machine,
    } satisfies SuiteStatus
  }
}
