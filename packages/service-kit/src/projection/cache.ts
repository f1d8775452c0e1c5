import { LRUCache } from 'lru-cache'

/** Cache that is valid for one `projectionsVersion`. Callers share a computation. Failures are not cached. */
export function createVersionedCache<T>(most: number) {
  const kept = new LRUCache<string, Promise<T>>({ max: most })
  let keptVersion = ''
  /** Read `version` before the data that `compute` reads. Null disables the cache. */
  return (version: string | null, key: string, compute: () => Promise<T>): Promise<T> => {
    if (version === null) return compute()
    if (version !== keptVersion) {
      kept.clear()
      keptVersion = version
    }
    const known = kept.get(key)
    if (known) return known
    const computed = compute()
    kept.set(key, computed)
    computed.catch(() => kept.peek(key) === computed && kept.delete(key))
    return computed
  }
}
