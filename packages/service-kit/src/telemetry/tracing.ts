import { AsyncLocalStorage } from 'node:async_hooks'
import { currentProgram } from '../process/runtime.ts'
import type { Collector, Span, SpanStart } from './collector.ts'

const collectors = new Map<string | undefined, Collector>()
const collector = () => collectors.get(currentProgram())
const current = new AsyncLocalStorage<string>()

interface TracingOptions {
  service: string
  version: string
  endpoint: string | undefined
  /** Share of recorded traces, decided by trace id in every process. */
  ratio: number
}

/** Starts sending spans if an endpoint is set; the library loads only then. Returns a flush function. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const { openCollector } = await import('./collector.ts')
  const program = currentProgram()
  const opened = openCollector({ endpoint, ...options })
  collectors.set(program, opened)
  return async () => {
    collectors.delete(program)
    await opened.close()
  }
}

/** Starts a span under the W3C `parent`. Without a collector the context stays the parent's. */
export const startSpan = (parent: string, start: SpanStart): Span =>
  collector()?.start(parent, start) ?? { traceparent: parent, end: () => {} }

/** Starts a span if there is both a parent and a collector. */
export const startSpanOf = (parent: string | undefined, start: SpanStart): Span | undefined =>
  parent === undefined ? undefined : collector()?.start(parent, start)

/** Runs `run` with `traceparent` as the `currentTrace`. */
export const runWithin = <R>(traceparent: string, run: () => R): R =>
  collector() ? current.run(traceparent, run) : run()

/** Current trace context; undefined without a collector. */
export const currentTrace = (): string | undefined => current.getStore()

/** Runs shared work under a span of the first request, linked to the others. */
export async function runTogether<R>(
  name: string,
  traces: (string | undefined)[],
  run: () => Promise<R>,
): Promise<R> {
  const [first, ...others] = traces.filter((trace) => trace !== undefined)
  const start: SpanStart = {
    name,
    role: 'internal',
    attributes: { 'batch.size': traces.length },
    links: others,
  }
  const span = startSpanOf(first, start)
  if (!span) return run()
  try {
    return await current.run(span.traceparent, run)
  } finally {
    span.end()
  }
}
