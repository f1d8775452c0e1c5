import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startApp } from './app.ts'

/** `kind`: 2 server, 3 client, 5 consumer, 1 internal. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  links?: { traceId: string }[]
}

/** https://opentelemetry.io/docs/specs/otlp/#otlphttp */
interface TraceExport {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[]
  }[]
}

async function readSpans(request: IncomingMessage): Promise<ReceivedSpan[]> {
  const { resourceSpans } = JSON.parse(String(await buffer(request))) as TraceExport
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })
}

/** Loopback receiver for OTLP over HTTP (JSON) that records spans and answers `status`. */
export async function startCollector(status = 200) {
  const spans: ReceivedSpan[] = []
  const { url, close } = await startApp({
    callback: () => async (request, response) => {
      spans.push(...(await readSpans(request)))
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    },
  })
  return { url, spans, close }
}
