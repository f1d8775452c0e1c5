import type { Middleware } from 'koa'
import { inTime } from '../in-time.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Metrics } from '../telemetry/metrics.ts'

interface OperationsOptions {
  lifecycle: Lifecycle
  /** Published at `/metrics`; without it the address is free. */
  metrics?: Metrics
  /** Published at `/openapi.json`; without it the address is free. */
  document?: unknown
  ready?: (() => Promise<unknown>) | undefined
}

const READY_TIMEOUT_MS = 2_000

interface Readiness {
  ok: boolean
  /** What `ready` answered, when that was an object. */
  details?: object
}

async function readiness(ready: () => Promise<unknown>): Promise<Readiness> {
  const asked = ready().then<Readiness, Readiness>(
    (details) => ({ ok: true, ...(typeof details === 'object' && details && { details }) }),
    () => ({ ok: false }),
  )
  return inTime(asked, READY_TIMEOUT_MS, { ok: false })
}

/**
 * What ops ask of a process: `/livez` (it runs), `/readyz` (it can work and is not stopping),
 * `/metrics` and `/openapi.json`. Not logged: they are asked for every few seconds.
 */
export function operations(options: OperationsOptions): Middleware {
  const { metrics, lifecycle, document, ready = async () => {} } = options
  return async (ctx, next) => {
    switch (ctx.path) {
      case '/livez':
        ctx.body = { status: 'ok' }
        return
      case '/readyz': {
        const { ok, details } = lifecycle.stopping ? { ok: false } : await readiness(ready)
        ctx.status = ok ? 200 : 503
        ctx.body = { status: ok ? 'ok' : 'unavailable', details }
        return
      }
      case '/metrics':
        if (!metrics) break
        ctx.type = metrics.registry.contentType
        ctx.body = await metrics.expose()
        return
      case '/openapi.json':
        if (!document) break
        ctx.body = document
        return
    }
    await next()
  }
}
