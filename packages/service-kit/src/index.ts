export type { Logger } from 'pino'
export { Counter, Gauge } from 'prom-client'
export {
  ACCESS_AUDIENCE,
  ACCESS_ISSUER,
  accessTokenVerifier,
  type Caller,
  serviceTokenVerifier,
  signServiceToken,
  type VerifyToken,
} from './auth/caller.ts'
export { type FindKey, remoteKeys, staticKeys } from './auth/keys.ts'
export { loadConfig, StartupError, serviceSettings } from './config.ts'
export { ProblemError, problem, problemDocument, toProblem } from './errors.ts'
export { type AppOptions, createApp } from './http/app.ts'
export type { Verifiers } from './http/authorize.ts'
export { operations } from './http/health.ts'
export { observe, type RequestState } from './http/observe.ts'
export { type Access, Reply, type Route, type RouteRequest, route } from './http/route.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { createLogger } from './log.ts'
export { main, type ServeOptions, serve } from './run.ts'
export { createMetrics, type Metrics } from './telemetry/metrics.ts'
export { type Trace, traceHeaders, traceOf } from './telemetry/trace.ts'
