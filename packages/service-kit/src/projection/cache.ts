/** Cache that is valid for one `projectionsVersion`. Callers share a computation. Failures are not cached. */
export function createVersionedCache<T>(most: number) {
  let kept = new Map<string, Promise<T>>()
  let keptVersion = ''
  /** Read `version` before the data that `compute` reads. Null disables the cache. */
  return (version: string | null, key: string, compute: () => Promise<T>): Promise<T> => {
    if (version === null) return compute()
    if (version !== keptVersion) {
      kept = new Map()
      keptVersion = version
    }
    const known = kept.get(key)
    if (known) return known
    const own = kept
    const [oldest] = own.keys()
    if (own.size >= most && oldest !== undefined) own.delete(oldest)
    const computed = compute()
    own.set(key, computed)
    computed.catch(() => own.delete(key))
    return computed
  }
}
