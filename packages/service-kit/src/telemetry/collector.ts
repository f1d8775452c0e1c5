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
import { withTimeout } from '../clock/clock.ts'
import { TRACEPARENT } from './trace.ts'

type Attributes = Record<string, string | number>

export interface Span {
  traceparent: string
  end(outcome?: { name?: string; attributes?: Attributes; failed?: boolean }): void
}

export interface SpanStart {
  name: string
  role: keyof typeof SpanKind
  attributes?: Attributes
  links?: string[]
}

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
}) {
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
    start(parent: string, { name, role, attributes, links = [] }: SpanStart): Span | undefined {
      const parentContext = parse(parent)
      if (!parentContext) return undefined
      const linked = links.flatMap((each) => parse(each) ?? []).map((context) => ({ context }))
      const within = trace.setSpanContext(ROOT_CONTEXT, parentContext)
      const options = { kind: SpanKind[role], links: linked, ...(attributes && { attributes }) }
      const span = tracer.startSpan(name, options, within)
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
    async close(): Promise<void> {
      const closed = provider.shutdown().catch(() => {})
      await withTimeout(closed, CLOSE_MS, undefined)
    },
  }
}
export type Collector = ReturnType<typeof openCollector>
