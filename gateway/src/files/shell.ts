import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge, type Metrics, problem } from '@mms/service-kit'
import type { Context, Middleware } from 'koa'
import { pagePolicy } from '../http/security-headers.ts'
import { createDevelopment, type DevelopmentOptions } from './development.ts'
import { openBelow } from './open-below.ts'
import { sendFile } from './send-file.ts'

/** Placeholder in index.html that is replaced by the CSP nonce. */
const PLACEHOLDER = '__CSP_NONCE__'
const DEVELOPMENT = '__DEVELOPMENT__'

function pageReader(folder: string): () => Promise<string> {
  let page = { html: '', changedAt: Number.NaN }
  return async () => {
    const handle = await openBelow(folder, 'index.html')
    if (!handle)
      throw problem.unavailable('gateway.shell_missing', 'The pages of the suite are not built yet')
    try {
      const changedAt = (await handle.stat()).mtimeMs
      if (changedAt !== page.changedAt) page = { html: await handle.readFile('utf8'), changedAt }
      return page.html
    } finally {
      await handle.close()
    }
  }
}

const isPage = (path: string) => path === '/' || path === '/index.html'

/** The shell routes unknown paths itself, so any navigation gets its page. */
const asksForPage = (ctx: Context) => isPage(ctx.path) || ctx.get('accept').includes('text/html')

/** The worker fetches every file it caches. The content policy of other files would forbid it. */
const WORKER = '/service-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/**
 * Publishes the shell's versions, so that `npm run area` warns of builds that need newer ones. Shells before 0.4 have
 * no such file.
 */
export function publishShellVersions(folder: string, { registry }: Pick<Metrics, 'registry'>): void {
  let versions: Record<string, string>
  try {
    versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))
  } catch {
    return
  }
  const labelNames = Object.keys(versions)
  const help = 'Versions of the packages that the shell shares with areas'
  new Gauge({ name: 'gateway_shell_versions', help, labelNames, registers: [registry] }).set(versions, 1)
}

export function shell(folder: string, options: DevelopmentOptions): Middleware {
  const readPage = pageReader(folder)
  const findDevelopment = createDevelopment(options)
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    ctx.state.route = 'shell'
    if (ctx.path === WORKER) ctx.set('Content-Security-Policy', WORKER_POLICY)
    if (!isPage(ctx.path) && (await sendFile(ctx, folder, ctx.path))) return
    if (!asksForPage(ctx)) return next()
    const nonce = randomBytes(16).toString('base64')
    ctx.type = 'html'
    const development = await findDevelopment(ctx)
    const words = development ? `${development.area} ${development.origin}/ ${development.person}` : ''
    ctx.body = (await readPage()).replaceAll(PLACEHOLDER, nonce).replace(DEVELOPMENT, words)
    // Nobody else may get this person's page, and the worker must not keep it for offline use.
    ctx.set('Cache-Control', development ? 'no-store' : 'no-cache')
    ctx.set('Content-Security-Policy', pagePolicy(nonce, development?.origin))
  }
}
