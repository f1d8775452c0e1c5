import type { Context, Middleware, Next } from 'koa'
import type { Logger } from 'pino'
import { type ProblemError, problemDocument, toProblem } from '../problems/problem.ts'
import { securityEvent } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Trace, traceOf } from '../telemetry/trace.ts'
import { runWithin, startSpan } from '../telemetry/tracing.ts'

interface ObserveOptions {
  log: Logger
  metrics: Metrics
}

export interface RequestState {
  trace: Trace
  callerId?: string
  route?: string
  /** Logs success at `debug` instead of `info`. */
  quiet?: boolean
}

/** Maximum characters of a logged path. Valid paths are shorter; invalid ones must not fill the log. */
const LONGEST_PATH = 200

const shortened = (path: string) => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path)

function answerProblem(ctx: Context, error: ProblemError, requestId: string): void {
  ctx.status = error.status
  ctx.set(error.headers)
  ctx.body = problemDocument(error, requestId)
  ctx.type = 'application/problem+json'
}

const isSecurity = (status: number) => status === 403 || status === 429

function createMarks() {
  const omittedBefore = createRefusedLines(ofSecurity)
  return (status: number): object => {
    const omitted = isSecurity(status) ? omittedBefore() : undefined
    if (omitted === undefined) return {}
    return omitted > 0 ? { ...securityEvent, omittedEvents: omitted } : securityEvent
  }
}

/** Outermost middleware: request id, trace, log line, metric and problem documents. Hides the cause of a 5xx. */
export function observeRequests({ log, metrics }: ObserveOptions): Middleware<RequestState> {
  // These fields hold no secrets, and searching them would cost more than writing them.
  const lines = log.child({}, { redact: [] })
  const omittedBefore = createRefusedLines(ofStrangers)
  const markOf = createMarks()
  return async (ctx, next: Next) => {
    const startedAt = performance.now()
    const given = traceOf(ctx.headers)
    const span = startSpan(given.traceparent, { name: ctx.method, role: 'SERVER' })
    const trace = { ...given, traceparent: span.traceparent }
    ctx.state.trace = trace
    ctx.set('X-Request-Id', trace.requestId)
    let failure: unknown
    try {
      await runWithin(span.traceparent, next)
      if (ctx.status >= 400 && ctx.body == null && ctx.respond !== false) ctx.throw(ctx.status)
    } catch (error) {
      const problem = toProblem(error)
      if (problem.status >= 500) failure = error
      answerProblem(ctx, problem, trace.requestId)
    }
    const ms = performance.now() - startedAt
    const status = ctx.respond === false ? ctx.res.statusCode : ctx.status
    const { route = 'none', callerId, quiet } = ctx.state
    metrics.observeRequest(ctx.method, route, status, ms / 1000)
    span.end({
      name: `${ctx.method} ${route}`,
      attributes: {
        'http.request.method': ctx.method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': trace.requestId,
      },
      failed: status >= 500,
    })
    const { requestId, traceId } = trace
    const line = {
      requestId,
      traceId,
      method: ctx.method,
      path: shortened(ctx.path),
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      callerId,
      ...markOf(status),
    }
    const isRefused = status >= 400 && status < 500 && callerId === undefined
    const omitted = isRefused ? omittedBefore() : 0
    if (omitted === undefined) return
    if (omitted > 0) Object.assign(line, { omitted })
    if (failure) log.error({ ...line, err: failure }, 'request failed')
    else lines[quiet && status < 400 ? 'debug' : 'info'](line, 'request')
  }
}

/** About 7 kB per second. More is only counted, so that attackers cannot push other lines out of the log. */
const ofStrangers = { eachMs: 50, atOnce: 1_000 }
/** About 5 MB per day, because security events are kept longer than other lines. */
const ofSecurity = { eachMs: 5_000, atOnce: 200 }

/** Returns the number of lines skipped before this one, or undefined if this one is skipped too. */
function createRefusedLines({ eachMs, atOnce }: typeof ofStrangers): () => number | undefined {
  let next = 0
  let omitted = 0
  return () => {
    const now = performance.now()
    const after = Math.max(next, now) + eachMs
    if (after > now + atOnce * eachMs) {
      omitted += 1
      return undefined
    }
    next = after
    const before = omitted
    omitted = 0
    return before
  }
}
