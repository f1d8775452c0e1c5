import { randomUUID } from 'node:crypto'

/** Identifies one request over all processes: our request id and the W3C trace context. */
export interface Trace {
  requestId: string
  traceId: string
  /** W3C trace context of the caller, or of this process's span where spans are collected. */
  traceparent: string
}

/** Version, trace, span, flags. https://www.w3.org/TR/trace-context/#traceparent-header */
export const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const REQUEST_ID = /^[\w-]{8,64}$/

/** 32 random hexadecimal digits; Node draws UUIDs from a pool, which is ten times cheaper than fresh bytes. */
const randomHex = () => randomUUID().replaceAll('-', '')

/** Continues the trace of inbound headers (`x-request-id`, `traceparent`), or begins one. */
export function traceOf(headers: Record<string, string | string[] | undefined>): Trace {
  const given = headers['x-request-id']
  const parent = TRACEPARENT.exec(String(headers.traceparent ?? ''))
  const traceId = parent?.[1] ?? randomHex()
  return {
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    traceId,
    traceparent: parent?.[0] ?? `00-${traceId}-${randomHex().slice(-16)}-01`,
  }
}

/** Headers that carry the trace to the next service. */
export function traceHeaders(trace: Trace): Record<string, string> {
  return { 'x-request-id': trace.requestId, traceparent: trace.traceparent }
}
