import type { Middleware } from 'koa'
import { withTimeout } from '../clock/clock.ts'
import type { Lifecycle } from '../process/lifecycle.ts'
import type { Metrics } from '../telemetry/metrics.ts'

interface OperationsOptions {
  lifecycle: Lifecycle
  metrics?: Metrics
  document?: unknown
  ready?: (() => Promise<unknown>) | undefined
}

const READY_TIMEOUT_MS = 2_000

function readiness(ready: () => Promise<unknown>): Promise<{ ok: boolean; details?: object }> {
  const asked = ready().then(
    (details) => ({ ok: true, ...(typeof details === 'object' && details && { details }) }),
    () => ({ ok: false }),
  )
  return withTimeout(asked, READY_TIMEOUT_MS, { ok: false })
}

/** Serves `/livez`, `/readyz`, `/metrics` and `/openapi.json`. Not logged, because monitors poll them. */
export function serveOperations(options: OperationsOptions): Middleware {
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
