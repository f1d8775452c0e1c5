import { problemSchema } from '@mms/contracts'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Lifecycle } from '../process/lifecycle.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Verifiers } from './authorize.ts'
import { refuseCodings } from './codings.ts'
import { dispatch } from './dispatch.ts'
import { serveOperations } from './health.ts'
import { observeRequests } from './observe.ts'
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
  /** Resolves if the service can work, else rejects. `/readyz` shows a returned object as `details`. */
  ready?: () => Promise<unknown>
  /** Time limit for receiving a body. Longer than the gateway's, so that the gateway answers first. */
  bodyMs?: number
  checkResponses?: boolean
}

const BODY_MS = 35_000

/** Creates a service's Koa application: its routes, `/livez`, `/readyz`, `/metrics` and `/openapi.json`. */
export function createApp(options: AppOptions): Koa {
  const { name, version, routes, log, metrics, verifiers, lifecycle, checkResponses = false } = options
  const { bodyMs = BODY_MS } = options
  const app = new Koa()
  const document = openApiDocument(name, version, routes, problemSchema)
  const router = dispatch({ routes, verifiers, lifecycle, bodyMs, checkResponses })
  app.on('error', (error: Error) => log.warn({ err: error }, 'connection failed'))
  app.use(serveOperations({ metrics, lifecycle, document, ready: options.ready }))
  app.use(observeRequests({ log, metrics }))
  app.use(refuseCodings)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
