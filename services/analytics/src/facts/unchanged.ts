/**
 * Keeps what was computed for a few keys as long as the data have the same version: a report of 10,000 medicines takes a
 * third of a second, and is asked for again and again. Who asks for the same at once waits for the same.
 */
export function createUnchanged<T>(most: number) {
  let kept = new Map<string, Promise<T>>()
  let keptVersion = ''
  /** `version` must have been read before whatever `compute` reads; without one nothing is kept. */
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
