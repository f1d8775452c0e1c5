import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../clock/clock.ts'

/** Metrics of a process: Node's own and the durations of requests. Register more in `registry`. */
export function createMetrics(service: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: (method: string, route: string, status: number, seconds: number): void =>
      duration.observe({ method, route, status: String(status) }, seconds),
    /** Prometheus text for `/metrics`. */
    expose: createMetricsRenderer(registry),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Time limit for metrics that are read from a database, for example. Scrapers give up after ten seconds. */
const READ_TIMEOUT_MS = 1_000

/** Renders Prometheus text and never rejects. Late metrics are listed by `metrics_unavailable`. */
export function createMetricsRenderer(registry: Registry, timeoutMs = READ_TIMEOUT_MS) {
  const own = 'metrics_unavailable'
  const unavailable = new Gauge({
    name: own,
    help: 'Metrics that this scrape leaves out, because what they are read from is away',
    labelNames: ['metric'],
    registers: [registry],
  })
  const readings = new Map<string, Promise<string | undefined>>()

  const begin = (metric: string) => {
    const reading = Promise.resolve(registry.getSingleMetricAsString(metric))
      .catch(() => undefined)
      .finally(() => readings.delete(metric))
    readings.set(metric, reading)
    return reading
  }

  return async () => {
    const names = registry.getMetricsAsArray().map(({ name }) => name)
    const others = names.filter((name) => name !== own)
    const read = (name: string) => withTimeout(readings.get(name) ?? begin(name), timeoutMs, undefined)
    const texts = await Promise.all(others.map(read))
    unavailable.reset()
    for (const [index, metric] of others.entries()) {
      if (texts[index] === undefined) unavailable.set({ metric }, 1)
    }
    const available = texts.filter((text) => text !== undefined)
    return `${[...available, await registry.getSingleMetricAsString(own)].join('\n\n')}\n`
  }
}
