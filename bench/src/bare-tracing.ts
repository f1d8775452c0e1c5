import type * as tracing from '../../packages/service-kit/src/telemetry/tracing.ts'

/** Replaces the kit's module, so that the program runs without OpenTelemetry hooks. */
export const openTracing: typeof tracing.openTracing = async () => async () => {}
export const startSpan: typeof tracing.startSpan = (traceparent) => ({ traceparent, end() {} })
export const startSpanIfTraced: typeof tracing.startSpanIfTraced = () => undefined
export const runWithin: typeof tracing.runWithin = (_traceparent, run) => run()
export const currentTrace: typeof tracing.currentTrace = () => undefined
export const runInSharedSpan: typeof tracing.runInSharedSpan = (_name, _traces, run) => run()
