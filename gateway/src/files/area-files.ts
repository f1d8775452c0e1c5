import { join } from 'node:path'
import { type Lifecycle, type Metrics, operations } from '@mms/service-kit'
import Koa from 'koa'
import { sendFile } from './send-file.ts'

interface AreaFilesOptions {
  folder: string
  lifecycle: Lifecycle
  metrics: Metrics
}

/**
 * What an area's image runs: its builds, each at `/<build>/…`, and the latest at `/…`, which is `current` in the folder.
 * Only gateways ask it: policies and the like are theirs.
 */
export function createAreaFiles({ folder, ...options }: AreaFilesOptions): Koa {
  const app = new Koa()
  app.use(operations(options))
  app.use(async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') ctx.throw(405)
    const isFound =
      (await sendFile(ctx, folder, ctx.path)) || (await sendFile(ctx, join(folder, 'current'), ctx.path))
    if (!isFound) ctx.throw(404)
  })
  return app
}
