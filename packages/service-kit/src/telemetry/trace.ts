import { randomUUID } from 'node:crypto'

/** Request id and W3C trace context, passed on from process to process. */
export interface Trace {
  requestId: string
  traceId: string
  /** Trace context of the caller, or of this process's span if spans are collected. */
  traceparent: string
}

/** Version, trace, span, flags. https://www.w3.org/TR/trace-context/#traceparent-header */
export const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const REQUEST_ID = /^[\w-]{8,64}$/

/** 32 hexadecimal digits, from a UUID: Node pools their random bytes, which is ten times cheaper. */
const randomHex = () => randomUUID().replaceAll('-', '')

/** Continues the trace in `x-request-id` and `traceparent`, or starts a new one. */
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

export function traceHeaders(trace: Trace): Record<string, string> {
  return { 'x-request-id': trace.requestId, traceparent: trace.traceparent }
}
