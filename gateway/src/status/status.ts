import type { SuiteStatus } from '@mms/contracts'
import { authorize, httpRequest, type Logger, type RequestState, type Verifiers } from '@mms/service-kit'
import type { Middleware } from 'koa'
import type { Documents } from '../services/documents.ts'
import type { Services } from '../services/services.ts'
import { readMachine } from './machine.ts'

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

export function status(options: StatusOptions): Middleware {
  const { version, services, documents, verifiers, log, dataFolder, alarmHours } = options

  const ask = async (name: string, url: string | undefined): Promise<SuiteStatus['services'][number]> => {
    if (url === undefined) return { name, version: null, ready: false }
    const [document, ready] = await Promise.all([documents.fresh(name, url), isReady(url)])
    return { name, version: document?.info?.version ?? null, ready }
  }

  return async (ctx, next) => {
    if (ctx.path !== STATUS_PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const state = ctx.state as RequestState
    state.route = STATUS_PATH
    const caller = await authorize({ access: 'admin' }, ctx.headers.authorization, verifiers)
    if (caller) state.callerId = caller.id
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
