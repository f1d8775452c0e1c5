// The one LRU of the services.
export { LRUCache } from 'lru-cache'
export type { Logger } from 'pino'
export { Counter, Gauge, Histogram } from 'prom-client'
export { auditJob, type Verification, verifyAudit } from './audit/chain.ts'
export { chainedLine, hasNewestLine, newestLine, verifyLines } from './audit/lines.ts'
export { type AuditChange, differences, printable, recordChange, recordChanges } from './audit/record.ts'
export { auditRoute } from './audit/routes.ts'
export { listAuditEntries } from './audit/store.ts'
export { auditMigrations } from './audit/tables.ts'
export type { Actor } from './auth/actor.ts'
export { APPROVAL_AUDIENCE, approvalReader, type ReadApproval } from './auth/approval.ts'
export {
  ACCESS_AUDIENCE,
  ACCESS_ISSUER,
  accessTokenVerifier,
  type Caller,
  signedClaims,
  type VerifyToken,
} from './auth/caller.ts'
export { ENDING_MATTERS_MS } from './auth/endings.ts'
export { remoteKeys, staticKeys } from './auth/keys.ts'
export { remoteAccessVerifier, sessionEnded } from './auth/remote-access.ts'
export { loadServiceKeys } from './auth/service-keys.ts'
export { type ServiceList, serviceListSchema } from './auth/service-list.ts'
export { createBatcher } from './batcher.ts'
export { createServiceClient, type ServiceCall, type ServiceClient } from './client/client.ts'
export { CLOCK_SKEW_MS, isTooFarAhead, whereDue } from './clock-skew.ts'
export { jsonParser, loadConfig, outsideUrl, StartupError, serviceSettings } from './config.ts'
export { byId } from './database/by-id.ts'
export { catchUp, findCaughtUp, isClustered, lockAcrossNodes } from './database/cluster.ts'
export { isDatabaseUnavailable, isLockWait, isUniqueViolation } from './database/errors.ts'
export { type MigrateOptions, type Migration, migrate } from './database/migrate.ts'
export { byDialect, openDatabase } from './database/open.ts'
export { connectOrExplain } from './database/reachable.ts'
export {
  addColumnOnce,
  addIndexOnce,
  addLockColumn,
  createTableOnce,
  idColumn,
  instantColumn,
} from './database/schema.ts'
export { addUp, chunksOf, sumsOf, tally } from './database/sums.ts'
export { inTransaction } from './database/transaction.ts'
export { toInstant } from './database/values.ts'
export { ProblemError, problem } from './errors.ts'
export { failpoint } from './failpoint.ts'
export { hasFeed, startNewEpoch } from './feed/epoch.ts'
export { type EventId, formatEventId, parseEventId } from './feed/event-id.ts'
export { createFeed, type Feed } from './feed/feed.ts'
export { appendEvents, type OutboxEvent } from './feed/outbox.ts'
export { feedRoute } from './feed/serve.ts'
export { snapshotRoute } from './feed/snapshot-route.ts'
export { feedMigrations } from './feed/tables.ts'
export type { Access } from './http/access.ts'
export { authorize, type Verifiers } from './http/authorize.ts'
export { readBody } from './http/body.ts'
export { bodyLimitOf, LARGEST_BODY_BYTES, PUBLIC_BODY_BYTES } from './http/body-limits.ts'
export { refuseCodings } from './http/codings.ts'
export { decodeCursor, encodeCursor, nextLink, pageReply } from './http/cursor.ts'
export { etagOf, isMatch, namesVersion, tagged, weakEtagOf } from './http/etag.ts'
export { fingerprintOf, isSameFingerprint } from './http/fingerprint.ts'
export { operations } from './http/health.ts'
export { idempotencyKeyOf } from './http/idempotency-key.ts'
export { observe, type RequestState } from './http/observe.ts'
export { announcesBody, receiveBody } from './http/receive-body.ts'
export { Reply, type Route, type RouteRequest, route } from './http/route.ts'
export { createHttpServer } from './http/server.ts'
export { httpRead, httpRequest, ServiceStatusError, UnreachableError } from './http-request.ts'
export { inTime } from './in-time.ts'
export { createJobs, type Job, rest } from './jobs.ts'
export { type Lease, leasedJob } from './lease/leased-job.ts'
export { leaseMigration } from './lease/store.ts'
export { LeaseLostError } from './lease-lost.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { createLogger, securityEvent } from './log.ts'
export { isPrivate, OPEN_WARNING } from './open-network.ts'
export { assertSetting, type OutboundPolicy } from './outbound/connections.ts'
export { createOutbound, type Outbound } from './outbound/outbound.ts'
export { createVersionedCache } from './projection/cache.ts'
export { isBuilt, projectionMigrations, projectionsVersion } from './projection/cursor.ts'
export type { ProjectionOptions } from './projection/options.ts'
export { defineProjection, type Projection } from './projection/projection.ts'
export {
  createReadModel,
  newestOf,
  type ReadModelDefinition,
  readModelMigration,
} from './projection/read-model.ts'
export { readSnapshotPage } from './projection/snapshot.ts'
export { listen, main, serve } from './run.ts'
export { type Runtime, runtimeOf, type SharedProgram, shareProcess } from './runtime.ts'
export { rupeesOfSum } from './rupees-of-sum.ts'
export { defineService, type Service, type ServiceContext } from './service/definition.ts'
export { startService } from './service/start.ts'
export { createSharedFind, createSharedReads, type ShareRead } from './shared-reads.ts'
export { createStoreClock, type StoreClock } from './store-clock.ts'
export { createMetrics, type Metrics } from './telemetry/metrics.ts'
export { type Trace, traceHeaders } from './telemetry/trace.ts'
export { openTracing } from './telemetry/tracing.ts'
export { watchFile } from './watched-file.ts'
