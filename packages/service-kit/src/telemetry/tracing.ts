import { AsyncLocalStorage } from 'node:async_hooks'
import { currentProgram } from '../runtime.ts'
import type { Collector, Span, SpanStart } from './collector.ts'

/** By program, where several share the process. */
const collectors = new Map<string | undefined, Collector>()
const collector = () => collectors.get(currentProgram())
const current = new AsyncLocalStorage<string>()

interface TracingOptions {
  service: string
  version: string
  /** The address of an OTLP collector, without `/v1/traces`; without one no span is made. */
  endpoint: string | undefined
  /** The share of traces that are recorded, 0 to 1; every process decides alike, by the id of the trace. */
  ratio: number
}

/**
 * Sends the spans of this program to a collector, where the settings name one; the library for it is loaded only then.
 * Returns what sends the last of them.
 */
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

/**
 * Begins a span under `parent`, a W3C `traceparent`. Without a collector it makes none, and the context stays the
 * parent's.
 */
export const startSpan = (parent: string, start: SpanStart): Span =>
  collector()?.start(parent, start) ?? { traceparent: parent, end: () => {} }

/** Begins a span for what `parent`, if any, asked for; undefined where there is none or no collector. */
export const startSpanOf = (parent: string | undefined, start: SpanStart): Span | undefined =>
  parent === undefined ? undefined : collector()?.start(parent, start)

/** Runs something of which `currentTrace` knows the context, however deep and late. */
export const runWithin = <R>(traceparent: string, run: () => R): R =>
  collector() ? current.run(traceparent, run) : run()

/** The context of what runs now; undefined where no one collects. */
export const currentTrace = (): string | undefined => current.getStore()

/**
 * Runs what is done at once for several requests, under a span of the first one's trace that is linked to the others':
 * what it stores belongs to the first.
 */
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
