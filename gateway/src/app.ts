import {
  checkDiskSpace,
  type Lifecycle,
  type Metrics,
  observe,
  operations,
  refuseCodings,
  type Verifiers,
} from '@mms/service-kit'
import Koa from 'koa'
import type { AreaList } from './areas/area-list.ts'
import { areas } from './areas/areas.ts'
import { docs } from './docs/docs.ts'
import type { DevelopmentOptions } from './files/development.ts'
import { shell } from './files/shell.ts'
import { warnOfUnbelievedProxy } from './http/client-address.ts'
import { refuseCrossSite, refuseOddRequests, refuseVanishingHeaders } from './http/odd-requests.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Limits } from './limits/limits.ts'
import { createRefusals } from './limits/limits.ts'
import { pageReports } from './page-reports/page-reports.ts'
import { api } from './proxy/api.ts'
import { createClaims } from './services/claims.ts'
import { createDocuments, type ReadDocument } from './services/documents.ts'
import type { Services } from './services/services.ts'
import { status } from './status/status.ts'

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
  app.use(operations({ lifecycle, ready: async () => dataFolder && checkDiskSpace(dataFolder) }))
  app.use(observe({ log, metrics }))
  app.use(warnOfUnbelievedProxy(options))
  app.use(securityHeaders(publicOrigin))
  app.use(refuseOddRequests)
  app.use(refuseVanishingHeaders)
  app.use(refuseCodings)
  app.use(refuseCrossSite(publicOrigin))
  app.use(health)
  app.use(docs({ services, documents, version }))
  app.use(status({ ...options, documents }))
  app.use(api({ ...options, documents, refuse: createRefusals(metrics) }))
  app.use(areas(options))
  app.use(pageReports(options))
  if (shellFolder) app.use(shell(shellFolder, options))
  return { app, checkClaims: createClaims({ services, documents, log, metrics }) }
}

/** Only the operations routes, for a port that browsers cannot reach. */
export function createOperations({ metrics, lifecycle }: Pick<GatewayOptions, 'metrics' | 'lifecycle'>): Koa {
  const app = new Koa()
  app.use(operations({ metrics, lifecycle }))
  return app
}
