import {
  checkDiskSpace,
  type Lifecycle,
  type Metrics,
  observeRequests,
  refuseCodings,
  serveOperations,
  type Verifiers,
} from '@mms/service-kit'
import Koa from 'koa'
import type { AreaList } from './areas/area-list.ts'
import { serveAreas } from './areas/areas.ts'
import { serveDocs } from './docs/docs.ts'
import type { DevelopmentOptions } from './files/development.ts'
import { serveShell } from './files/shell.ts'
import { warnOfUnbelievedProxy } from './http/client-address.ts'
import { refuseCrossSite, refuseOddRequests, refuseVanishingHeaders } from './http/odd-requests.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import type { Limits } from './limits/limits.ts'
import { createRefusals } from './limits/limits.ts'
import { receivePageReports } from './page-reports/page-reports.ts'
import { proxyApi } from './proxy/api.ts'
import { createClaims } from './services/claims.ts'
import { createDocuments, type ReadDocument } from './services/documents.ts'
import type { Services } from './services/services.ts'
import { serveStatus } from './status/status.ts'

export interface GatewayOptions extends DevelopmentOptions {
  version: string
  metrics: Metrics
  lifecycle: Lifecycle
  verifiers: Verifiers
  services: Services
  readDocument?: ReadDocument
  limits: Limits
  trustedProxies: number
  publicOrigin?: string | undefined
  storeTimeZone: string
  areas: () => Promise<AreaList>
  shellFolder?: string | undefined
  dataFolder?: string | undefined
  alarmHours: number
}

const health: Koa.Middleware = (ctx, next) => {
  if (ctx.path !== '/api/test' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
  ctx.state.route = ctx.path
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { status: 'ok' }
}

/** Order matters: the first middleware that answers ends the request. */
export function createGateway(options: GatewayOptions): { app: Koa; checkClaims: () => Promise<void> } {
  const { log, metrics, lifecycle, version, services, publicOrigin, shellFolder, dataFolder } = options
  const documents = createDocuments(log, options.readDocument)
  const app = new Koa()
  app.on('error', (error: Error) => log.warn({ err: error }, 'connection failed'))
  app.use(serveOperations({ lifecycle, ready: async () => dataFolder && checkDiskSpace(dataFolder) }))
  app.use(observeRequests({ log, metrics }))
  app.use(warnOfUnbelievedProxy(options))
  app.use(setSecurityHeaders(publicOrigin))
  app.use(refuseOddRequests)
  app.use(refuseVanishingHeaders)
  app.use(refuseCodings)
  app.use(refuseCrossSite(publicOrigin))
  app.use(health)
  app.use(serveDocs({ services, documents, version }))
  app.use(serveStatus({ ...options, documents }))
  app.use(proxyApi({ ...options, documents, refuse: createRefusals(metrics) }))
  app.use(serveAreas(options))
  app.use(receivePageReports(options))
  if (shellFolder) app.use(serveShell(shellFolder, options))
  return { app, checkClaims: createClaims({ services, documents, log, metrics }) }
}

/** Only the operations routes, for a port that browsers cannot reach. */
export function createOperations({ metrics, lifecycle }: Pick<GatewayOptions, 'metrics' | 'lifecycle'>): Koa {
  const app = new Koa()
  app.use(serveOperations({ metrics, lifecycle }))
  return app
}
