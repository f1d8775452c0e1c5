export { LRUCache } from 'lru-cache'
export type { Logger } from 'pino'
export { Counter, Gauge, Histogram } from 'prom-client'
export { auditJob } from './audit/chain.ts'
export { chainedLine, hasNewestLine, newestLine, verifyLines } from './audit/lines.ts'
export { type AuditChange, differences, recordChange, recordChanges, toPrintable } from './audit/record.ts'
export { auditRoute } from './audit/routes.ts'
export { listAuditEntries } from './audit/store.ts'
export { auditMigrations } from './audit/tables.ts'
export { APPROVAL_AUDIENCE, approvalReader, type ReadApproval } from './auth/approval.ts'
export {
  type Actor,
  accessTokenVerifier,
  type Caller,
  signedClaims,
  type VerifyToken,
} from './auth/caller.ts'
export { ACCESS_AUDIENCE, ACCESS_ISSUER } from './auth/issuer.ts'
export { remoteKeys, staticKeys } from './auth/keys.ts'
export { assertRecent, isRecent, type Proof } from './auth/recent-proof.ts'
export { remoteAccessVerifier, sessionEndedProblem } from './auth/remote-access.ts'
export { REVOCATION_MATTERS_MS } from './auth/revocations.ts'
export { loadServiceKeys } from './auth/service-keys.ts'
export { type ServiceList, serviceListSchema } from './auth/service-list.ts'
export { createBatcher } from './batching/batcher.ts'
export { createSharedFind, createSharedReads, type ShareRead } from './batching/shared-reads.ts'
export { createServiceClient, type ServiceCall, type ServiceClient } from './client/client.ts'
export {
  CLOCK_SKEW_MS,
  createStoreClock,
  isTooFarAhead,
  type StoreClock,
  whereDue,
  withTimeout,
} from './clock/clock.ts'
export { jsonParser, loadConfig, outsideUrlSchema, StartupError, serviceSettings } from './config/config.ts'
export { isPrivateNetwork, OPEN_NETWORK_WARNING } from './config/open-network.ts'
export { watchFile } from './config/watched-file.ts'
export { isDatabaseUnavailable, isLockWait, isUniqueViolation, LeaseLostError } from './database/errors.ts'
export { catchUp, findCaughtUp, isClustered, lockAcrossNodes } from './database/galera/cluster.ts'
export { type MigrateOptions, type Migration, migrate } from './database/migrate.ts'
export { byDialect, openDatabase } from './database/open.ts'
export { checkDiskSpace, connectOrExplain } from './database/reachable.ts'
export {
  addColumnOnce,
  addIndexOnce,
  createTableOnce,
  idColumn,
  instantColumn,
  lockColumn,
} from './database/schema.ts'
export { addToSums, chunksOf, rupeesOfSum, sumByKeys, sumsOf } from './database/sums.ts'
export { inTransaction } from './database/transaction.ts'
export { caseById, toInstant } from './database/values.ts'
export { createFeed, type Feed } from './feed/feed.ts'
export { type EventId, formatEventId, hasFeed, parseEventId, startNewEpoch } from './feed/numbering.ts'
export { appendEvents, type OutboxEvent } from './feed/outbox.ts'
export { feedRoute, snapshotRoute } from './feed/routes.ts'
export { feedMigrations } from './feed/tables.ts'
export { authorize, type Verifiers } from './http/authorize.ts'
export { announcesBody, CLIENT_GONE, readBody, receiveBody, refuseCodings } from './http/body.ts'
export { decodeCursor, encodeCursor, nextLink, pageReply } from './http/cursor.ts'
export { etagOf, isMatch, namesVersion, replyWithEtag, weakEtagOf } from './http/etag.ts'
export { serveOperations } from './http/health.ts'
export {
  type AdditionColumns,
  additionColumnsOf,
  addOnce,
  fingerprintOf,
  idempotencyKeyOf,
  isSameFingerprint,
} from './http/idempotency.ts'
export { findInProcess } from './http/in-process.ts'
export { networkOf, plainAddress } from './http/network.ts'
export { observeRequests, type RequestState } from './http/observe.ts'
export {
  type Access,
  bodyLimitOf,
  LARGEST_BODY_BYTES,
  PUBLIC_BODY_BYTES,
  Reply,
  type Route,
  type RouteRequest,
  route,
} from './http/route.ts'
export { createHttpServer } from './http/server.ts'
export { createJobs, idleRound, type Job } from './jobs/jobs.ts'
export { type Lease, leasedJob } from './jobs/leased-job.ts'
export { assertSettingCallable, type OutboundPolicy } from './outbound/connections.ts'
export { httpRead, httpRequest, ServiceStatusError, UnreachableError } from './outbound/http-request.ts'
export { createOutbound, type Outbound } from './outbound/outbound.ts'
export { ProblemError, problem } from './problems/problem.ts'
export { failpoint } from './process/failpoint.ts'
export { createLifecycle, type Lifecycle } from './process/lifecycle.ts'
export { type Runtime, runtimeOf, type SharedProgram, shareProcess } from './process/runtime.ts'
export { createVersionedCache } from './projection/cache.ts'
export { isBuilt, projectionMigrations, projectionsVersion } from './projection/cursor.ts'
export { defineProjection, type Projection, type ProjectionOptions } from './projection/projection.ts'
export {
  createReadModel,
  newestOf,
  type ReadModelDefinition,
  readModelMigration,
} from './projection/read-model.ts'
export { readSnapshotPage } from './projection/rebuild.ts'
export { defineService, type Service, type ServiceContext } from './service/definition.ts'
export { rehearsalRoute } from './service/rehearsal.ts'
export { listen, main, serve } from './service/run.ts'
export { startService } from './service/start.ts'
export { createLogger, securityEvent } from './telemetry/log.ts'
export { createMetrics, type Metrics } from './telemetry/metrics.ts'
export { type Trace, traceHeaders } from './telemetry/trace.ts'
export { openTracing } from './telemetry/tracing.ts'
