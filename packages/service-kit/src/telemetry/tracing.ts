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
  /** Share of traces to record, from 0 to 1. The trace id decides, equally in every process. */
  ratio: number
}

/** Sends spans if there is an endpoint; loads the library only then. Returns a function to flush and stop. */
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

/** Starts a span with W3C parent context `parent`. Without a collector, returns the parent's context. */
export const startSpan = (parent: string, start: SpanStart): Span =>
  collector()?.start(parent, start) ?? { traceparent: parent, end: () => {} }

/** Starts a span, if there are both a parent and a collector. */
export const startSpanIfTraced = (parent: string | undefined, start: SpanStart): Span | undefined =>
  parent === undefined ? undefined : collector()?.start(parent, start)

/** Runs `run` with `traceparent` as its `currentTrace`, if there is a collector. */
export const runWithin = <R>(traceparent: string, run: () => R): R =>
  collector() ? current.run(traceparent, run) : run()

/** Trace context of the running code. Undefined without a collector. */
export const currentTrace = (): string | undefined => current.getStore()

/** Runs work for several requests in a span of the first one, with links to the others. */
export async function runInSharedSpan<R>(
  name: string,
  traces: (string | undefined)[],
  run: () => Promise<R>,
): Promise<R> {
  const [first, ...others] = traces.filter((trace) => trace !== undefined)
  const attributes = { 'batch.size': traces.length }
  const span = startSpanIfTraced(first, { name, role: 'INTERNAL', attributes, links: others })
  if (!span) return run()
  try {
    return await current.run(span.traceparent, run)
  } finally {
    span.end()
  }
}
