import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { exposition } from './exposition.ts'

/** Metrics of one process in Prometheus text at `/metrics`. Register further ones in `registry`. */
export interface Metrics {
  registry: Registry
  observeRequest(method: string, route: string, status: number, seconds: number): void
  expose(): Promise<string>
}

/** Node's own metrics and request durations. */
export function createMetrics(service: string): Metrics {
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
    observeRequest: (method, route, status, seconds) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    expose: exposition(registry),
  }
}
