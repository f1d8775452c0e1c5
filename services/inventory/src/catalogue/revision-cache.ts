const MAX_ENTRIES = 500

interface Entry {
  revision: number
  value: Promise<unknown>
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
      if (known && known.revision >= revision) return known.value as Promise<T>
      const value = load()
      entries.delete(key)
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value as string)
      entries.set(key, { revision, value })
      value.catch(() => entries.delete(key))
      return value
    },
  }
}
