import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Lifecycle, type Metrics, serveOperations } from '@mms/service-kit'
import Koa from 'koa'
import { sendFile } from './send-file.ts'

interface AreaFilesOptions {
  folder: string
  lifecycle: Lifecycle
  metrics: Metrics
}

/** Serves `/<build>/…`; other paths from `current`, or by hash from any build. Gateways must add the policies. */
export function createAreaFiles({ folder, ...options }: AreaFilesOptions): Koa {
  const app = new Koa()
  const current = join(folder, 'current')
  const withScripts = globSync('*/assets', { cwd: folder }).map((assets) => join(folder, assets, '..'))
  app.use(serveOperations(options))
  app.use(async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') ctx.throw(405)
    const locations = [folder, current, ...(ctx.path.startsWith('/assets/') ? withScripts : [])]
    for (const location of locations) if (await sendFile(ctx, location, ctx.path)) return
    ctx.throw(404)
  })
  return app
}
