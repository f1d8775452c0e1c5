// The one LRU of the services.
export { LRUCache } from 'lru-cache'
export type { Logger } from 'pino'
export { Gauge } from 'prom-client'
export {
  APPROVAL_AUDIENCE,
  type Approval,
  approvalReader,
  type ReadApproval,
} from './auth/approval.ts'
export {
  ACCESS_AUDIENCE,
  ACCESS_ISSUER,
  accessTokenVerifier,
  type Caller,
  type VerifyToken,
} from './auth/caller.ts'
export { ENDING_MATTERS_MS } from './auth/endings.ts'
export { type FindKey, remoteKeys, staticKeys } from './auth/keys.ts'
export { type RemoteAccessOptions, remoteAccessVerifier, sessionEnded } from './auth/remote-access.ts'
export { loadServiceKeys, type ServiceKeys } from './auth/service-keys.ts'
export { type ServiceList, serviceListSchema } from './auth/service-list.ts'
export { createBatcher } from './batcher.ts'
export {
  createServiceClient,
  type ServiceCall,
  type ServiceClient,
  type ServiceReadOptions,
} from './client/client.ts'
export { jsonParser, loadConfig, StartupError, serviceSettings } from './config.ts'
export { byId } from './database/by-id.ts'
export { isDatabaseUnavailable, isUniqueViolation } from './database/errors.ts'
export { type MigrateOptions, type Migration, migrate } from './database/migrate.ts'
export { type DatabaseOptions, isEmbedded, openDatabase } from './database/open.ts'
export { connectOrExplain, pingDatabase } from './database/reachable.ts'
export { addColumnOnce, addIndexOnce, createTableOnce, idColumn, instantColumn } from './database/schema.ts'
export { addUp, chunksOf, tally } from './database/sums.ts'
export { inTransaction } from './database/transaction.ts'
export { toInstant } from './database/values.ts'
export { ProblemError, problem } from './errors.ts'
export { acceptFailpoints, failpoint } from './failpoint.ts'
export { hasFeed, startNewEpoch } from './feed/epoch.ts'
export { type EventId, formatEventId, parseEventId } from './feed/event-id.ts'
export { createFeed, type Feed, type ReadOptions } from './feed/feed.ts'
export { appendEvents, type OutboxEvent } from './feed/outbox.ts'
export { feedRoute } from './feed/serve.ts'
export { snapshotRoute } from './feed/snapshot-route.ts'
export { feedMigrations } from './feed/tables.ts'
export { maintainFeed, type UpkeepOptions } from './feed/upkeep.ts'
export type { Access } from './http/access.ts'
export { type AppOptions, createApp } from './http/app.ts'
export { authorize, type Verifiers } from './http/authorize.ts'
export { bodyLimitOf, LARGEST_BODY_BYTES, PUBLIC_BODY_BYTES } from './http/body-limits.ts'
export { refuseCodings } from './http/codings.ts'
export { decodeCursor, encodeCursor, nextLink } from './http/cursor.ts'
export { etagOf, namesVersion, weakEtagOf } from './http/etag.ts'
export { fingerprintOf, isSameFingerprint } from './http/fingerprint.ts'
export { operations } from './http/health.ts'
export { idempotencyKeyOf } from './http/idempotency-key.ts'
export { observe, type RequestState } from './http/observe.ts'
export { announcesBody, type BodyLimits, receiveBody } from './http/receive-body.ts'
export { Reply, type Route, type RouteRequest, route } from './http/route.ts'
export { createHttpServer } from './http/server.ts'
export { httpRead, httpRequest, ServiceStatusError, UnreachableError } from './http-request.ts'
export { createJobs, type Job, type Jobs, type JobsOptions, rest } from './jobs.ts'
export { type Lease, leasedJob } from './lease/leased-job.ts'
export { createLeaseStore, leaseMigration } from './lease/store.ts'
export { LeaseLostError } from './lease-lost.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { createLogger } from './log.ts'
export { isPrivate, OPEN_WARNING } from './open-network.ts'
export { createVersionedCache } from './projection/cache.ts'
export { isBuilt, projectionMigrations, projectionsVersion } from './projection/cursor.ts'
export type { ProjectionOptions } from './projection/options.ts'
export { defineProjection, type Projection } from './projection/projection.ts'
export {
  createReadModel,
  newestOf,
  type ReadModel,
  type ReadModelDefinition,
  readModelMigration,
  type Versioned,
} from './projection/read-model.ts'
export { readSnapshotPage, type SnapshotPage, type SnapshotSource } from './projection/snapshot.ts'
export { listen, main, type ServeOptions, serve } from './run.ts'
export {
  defineService,
  type Service,
  type ServiceConfig,
  type ServiceContext,
  type ServiceDefinition,
} from './service/definition.ts'
export { startService } from './service/start.ts'
export { createSharedFind, createSharedReads, type ShareRead } from './shared-reads.ts'
export { createStoreClock, type StoreClock } from './store-clock.ts'
export { createMetrics, type Metrics } from './telemetry/metrics.ts'
export { type Trace, traceHeaders } from './telemetry/trace.ts'
export { type WatchedFileOptions, watchFile } from './watched-file.ts'
