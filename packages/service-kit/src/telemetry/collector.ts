import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { withTimeout } from '../clock/in-time.ts'
import { TRACEPARENT } from './trace.ts'

type Attributes = Record<string, string | number>
type SpanRole = 'server' | 'client' | 'consumer' | 'internal'

export interface Span {
  traceparent: string
  end(outcome?: { name?: string; attributes?: Attributes; failed?: boolean }): void
}

export interface SpanStart {
  name: string
  role: SpanRole
  attributes?: Attributes
  links?: string[]
}

export interface Collector {
  start(parent: string, start: SpanStart): Span | undefined
  close(): Promise<void>
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

const CLOSE_MS = 1_000

const format = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

function parse(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** Sends spans in batches to `<endpoint>/v1/traces` (OTLP over HTTP, JSON). Spans that cannot be sent are lost. */
export function openCollector(options: {
  endpoint: string
  service: string
  version: string
  ratio: number
}): Collector {
  const { endpoint, service, version, ratio } = options
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    // Samples by trace id and ignores the caller's flag, because browsers must not decide.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('mms', version)
  return {
    start(parent, { name, role, attributes, links = [] }) {
      const parentContext = parse(parent)
      if (!parentContext) return undefined
      const linked = links.flatMap((each) => parse(each) ?? []).map((context) => ({ context }))
      const within = trace.setSpanContext(ROOT_CONTEXT, parentContext)
      const span = tracer.startSpan(
        name,
        { kind: KINDS[role], links: linked, ...(attributes && { attributes }) },
        within,
      )
      return {
        traceparent: format(span.spanContext()),
        end(outcome = {}) {
          if (outcome.name !== undefined) span.updateName(outcome.name)
          if (outcome.attributes) span.setAttributes(outcome.attributes)
          if (outcome.failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    // A collector that does not answer must not delay shutdown.
    close: () =>
      withTimeout(
        provider.shutdown().catch(() => {}),
        CLOSE_MS,
        undefined,
      ),
  }
}
