const MAX_ENTRIES = 500
/** So long one that is being computed is shared: it may hang, e.g. on a connection that died unnoticed. */
const PATIENCE_MS = 5_000

interface Entry {
  revision: number
  value: Promise<unknown>
  /** By `performance.now()`: for ever, once it has been computed. */
  sharedUntil: number
}

/**
 * Caches what was computed from the catalogue until its revision moves. The revision is read before
 * the value, in whatever replica, so a cached value is never older than the revision it answers for.
 */
export function createRevisionCache() {
  const entries = new Map<string, Entry>()
  return {
    get<T>(key: string, revision: number, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key)
      const now = performance.now()
      if (known && known.revision >= revision && now <= known.sharedUntil) return known.value as Promise<T>
      const value = load()
      const entry: Entry = { revision, value, sharedUntil: now + PATIENCE_MS }
      entries.delete(key)
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value as string)
      entries.set(key, entry)
      value.then(
        () => {
          entry.sharedUntil = Number.POSITIVE_INFINITY
        },
        () => entries.get(key) === entry && entries.delete(key),
      )
      return value
    },
  }
}
