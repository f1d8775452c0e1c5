import type { Context, Middleware, Next } from 'koa'
import type { Logger } from 'pino'
import { type ProblemError, problemDocument, toProblem } from '../errors.ts'
import { securityEvent } from '../log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Trace, traceOf } from '../telemetry/trace.ts'
import { runWithin, startSpan } from '../telemetry/tracing.ts'
import { createRefusedLines, ofSecurity, ofStrangers } from './refused-lines.ts'

/** What the outermost middleware knows of a request, for those inside it. */
export interface RequestState {
  trace: Trace
  /** Id of the caller, once known. */
  callerId?: string
  /** Pattern of the route that answered. */
  route?: string
  /** A good answer is not worth a line at `info`. */
  quiet?: boolean
}

/** Longer than any path of ours; a log of requests that name what is not there still goes far back. */
const LONGEST_PATH = 200

const shortened = (path: string) => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path)

function answerProblem(ctx: Context, error: ProblemError, requestId: string): void {
  ctx.status = error.status
  ctx.set(error.headers)
  ctx.body = problemDocument(error, requestId)
  ctx.type = 'application/problem+json'
}

/** What someone may not do, and what is too much of it. */
const isSecurity = (status: number) => status === 403 || status === 429

/** Marks refusals as security events; how many were left out since the one before is said with the next. */
function createMarks() {
  const omittedBefore = createRefusedLines(ofSecurity)
  return (status: number): object => {
    const omitted = isSecurity(status) ? omittedBefore() : undefined
    if (omitted === undefined) return {}
    return omitted > 0 ? { ...securityEvent, omittedEvents: omitted } : securityEvent
  }
}

/**
 * The outermost middleware: request id, trace, one log line, the duration metric, and problem
 * documents for whatever was thrown or not found. A 5xx is logged with its cause and shown without it.
 */
export function observe({ log, metrics }: { log: Logger; metrics: Metrics }): Middleware<RequestState> {
  // Every field of the line is ours; looking for secrets in it costs more than writing it.
  const lines = log.child({}, { redact: [] })
  const omittedBefore = createRefusedLines(ofStrangers)
  const markOf = createMarks()
  return async (ctx, next: Next) => {
    const startedAt = performance.now()
    const given = traceOf(ctx.headers)
    const span = startSpan(given.traceparent, { name: ctx.method, role: 'server' })
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
