import { Gauge, type Registry } from 'prom-client'

export function createLag() {
  let caughtUpAt = performance.now()
  let whole = false
  let behind = false
  let trustedUntil = 0
  return {
    isWhole: () => whole,
    isBehind: () => behind,
    caughtUp(): void {
      caughtUpAt = performance.now()
      whole = true
      behind = false
    },
    /** A request to the feed is open. The feed answers within `ms`, or at once if there are events. */
    waiting(ms: number): void {
      trustedUntil = whole ? performance.now() + ms : 0
    },
    /** Completeness is unknown: events are being applied, or a request failed. `moreFollows`: more events are waiting. */
    uncertain(moreFollows = false): void {
      whole = false
      behind ||= moreFollows
      trustedUntil = 0
    },
    /** Seconds since the reader was last up to date; 0 while it is. */
    seconds(): number {
      const now = performance.now()
      return now < trustedUntil ? 0 : (now - caughtUpAt) / 1000
    },
  }
}
export type Lag = ReturnType<typeof createLag>

const lagsOf = new WeakMap<Registry, Map<string, Lag>>()

/** Publishes `feed_reader_lag_seconds{feed="<name>"}`. */
export function publishLag(registry: Registry, name: string, lag: Lag): void {
  const published = lagsOf.get(registry)
  if (published) return void published.set(name, lag)
  const lags = new Map([[name, lag]])
  lagsOf.set(registry, lags)
  new Gauge({
    name: 'feed_reader_lag_seconds',
    help: 'How long ago a read model last held everything in the feed it follows',
    labelNames: ['feed'],
    registers: [registry],
    collect() {
      for (const [feed, each] of lags) this.set({ feed }, each.seconds())
    },
  })
}
