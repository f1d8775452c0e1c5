import { Gauge, type Registry } from 'prom-client'

/** How far behind a reader is. */
export interface Lag {
  /** Whether the last answer said that the model holds everything. */
  isWhole(): boolean
  /** The model now holds everything that was in the feed. */
  caughtUp(): void
  /** A request is open that the feed answers at once when there is something new, within `ms`. */
  waiting(ms: number): void
  /** The open request ended, and whether the model is whole is not known; or it is known that more follows. */
  uncertain(moreFollows?: boolean): void
  /** Whether more is known to follow, and has not been read yet. */
  isBehind(): boolean
  /** 0 while the feed says that there is nothing new, else the seconds since it last did. */
  seconds(): number
}

export function createLag(): Lag {
  let caughtUpAt = performance.now()
  let whole = false
  let behind = false
  let trustedUntil = 0
  return {
    isWhole: () => whole,
    caughtUp() {
      caughtUpAt = performance.now()
      whole = true
      behind = false
    },
    waiting(ms) {
      trustedUntil = whole ? performance.now() + ms : 0
    },
    uncertain(moreFollows = false) {
      whole = false
      behind ||= moreFollows
      trustedUntil = 0
    },
    isBehind: () => behind,
    seconds() {
      const now = performance.now()
      return now < trustedUntil ? 0 : (now - caughtUpAt) / 1000
    },
  }
}

const lagsOf = new WeakMap<Registry, Map<string, Lag>>()

/** Publishes the lag as `feed_reader_lag_seconds{feed="<name>"}`. */
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
