import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge, type Metrics, problem } from '@mms/service-kit'
import type { Context, Middleware } from 'koa'
import { contentSecurityPolicyOf } from '../http/security-headers.ts'
import { createDevelopment, type DevelopmentOptions } from './development.ts'
import { openFileBelow } from './open-below.ts'
import { sendFile } from './send-file.ts'

/** Placeholder in index.html that is replaced by the CSP nonce. */
const PLACEHOLDER = '__CSP_NONCE__'
const DEVELOPMENT = '__DEVELOPMENT__'

function pageReader(folder: string): () => Promise<string> {
  let page = { html: '', changedAt: Number.NaN }
  return async () => {
    const handle = await openFileBelow(folder, 'index.html')
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

/** Any navigation gets the page, because the shell routes unknown paths itself. */
const asksForPage = (ctx: Context) => isPage(ctx.path) || ctx.get('accept').includes('text/html')

/** Has its own policy, because the worker fetches all files that it caches. */
const WORKER = '/service-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Publishes versions of shared packages, so that `npm run area` can warn. Shells before 0.4 have no such file. */
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

export function serveShell(folder: string, options: DevelopmentOptions): Middleware {
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
    // A development page is one person's, so neither caches nor the worker may keep it.
    ctx.set('Cache-Control', development ? 'no-store' : 'no-cache')
    ctx.set('Content-Security-Policy', contentSecurityPolicyOf(nonce, development?.origin))
  }
}
