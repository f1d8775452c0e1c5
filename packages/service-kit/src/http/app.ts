import { problemSchema } from '@mms/contracts'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../telemetry/metrics.ts'
import { refuseCodings } from './body.ts'
import { type DispatchOptions, dispatch } from './dispatch.ts'
import { serveOperations } from './health.ts'
import { observeRequests } from './observe.ts'
import { openApiDocument } from './openapi.ts'

interface AppOptions extends DispatchOptions {
  name: string
  version: string
  log: Logger
  metrics: Metrics
  /** Resolves if the service can work, else rejects. `/readyz` shows a returned object as `details`. */
  ready?: () => Promise<unknown>
}

/** Creates a service's Koa application: its routes, `/livez`, `/readyz`, `/metrics` and `/openapi.json`. */
export function createApp(options: AppOptions): Koa {
  const { name, version, routes, log, metrics, lifecycle } = options
  const app = new Koa()
  const document = openApiDocument(name, version, routes, problemSchema)
  const router = dispatch(options)
  app.on('error', (error: Error) => log.warn({ err: error }, 'connection failed'))
  app.use(serveOperations({ metrics, lifecycle, document, ready: options.ready }))
  app.use(observeRequests({ log, metrics }))
  app.use(refuseCodings)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
