import { problemSchema } from '@mms/contracts'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Lifecycle } from '../lifecycle.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Verifiers } from './authorize.ts'
import { refuseCodings } from './codings.ts'
import { dispatch } from './dispatch.ts'
import { operations } from './health.ts'
import { observe } from './observe.ts'
import { openApiDocument } from './openapi.ts'
import type { Route } from './route.ts'

interface AppOptions {
  name: string
  version: string
  routes: Route[]
  verifiers: Verifiers
  log: Logger
  metrics: Metrics
  lifecycle: Lifecycle
  /**
   * Resolves when the service can do its work, e.g. its database answers; rejects otherwise.
   * An object it resolves to is shown as `details`, e.g. how far a read model is behind.
   */
  ready?: () => Promise<unknown>
  /** How long a body may take to arrive; longer than at the gateway, which then answers. */
  bodyMs?: number
  /** Check answers against their schemas: on in development and tests. */
  checkResponses?: boolean
}

const BODY_MS = 35_000

/**
 * A service as a Koa application that does not listen yet: its routes plus
 * `/livez`, `/readyz`, `/metrics` and `/openapi.json`.
 */
export function createApp(options: AppOptions): Koa {
  const { name, version, routes, log, metrics, verifiers, lifecycle, checkResponses = false } = options
  const { bodyMs = BODY_MS } = options
  const app = new Koa()
  const document = openApiDocument(name, version, routes, problemSchema)
  const router = dispatch({ routes, verifiers, lifecycle, bodyMs, checkResponses })
  app.on('error', (error: Error) => log.warn({ err: error }, 'connection failed'))
  app.use(operations({ metrics, lifecycle, document, ready: options.ready }))
  app.use(observe({ log, metrics }))
  app.use(refuseCodings)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
