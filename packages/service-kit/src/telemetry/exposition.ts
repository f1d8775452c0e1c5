import { Gauge, type Registry } from 'prom-client'
import { inTime } from '../clock/in-time.ts'

/** Time limit for metrics that need a read, e.g. from a database; scrapers give up after ten seconds. */
const READ_TIMEOUT_MS = 1_000

/**
 * Renders a registry in Prometheus format and never rejects. Late metrics are left out and named by
 * `metrics_unavailable`. Later scrapes share a hanging read.
 *
 * @example const text = await exposition(registry)()
 */
export function exposition(registry: Registry, timeoutMs = READ_TIMEOUT_MS): () => Promise<string> {
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
    const read = (name: string) => inTime(readings.get(name) ?? begin(name), timeoutMs, undefined)
    const texts = await Promise.all(others.map(read))
    unavailable.reset()
    for (const [index, metric] of others.entries()) {
      if (texts[index] === undefined) unavailable.set({ metric }, 1)
    }
    const available = texts.filter((text) => text !== undefined)
    return `${[...available, await registry.getSingleMetricAsString(own)].join('\n\n')}\n`
  }
}
