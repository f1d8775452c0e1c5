/**
 * The cache of what is computed from projections: keeps it for at most so many keys as long as the version of the data
 * (`projectionsVersion`) is the same. Callers that ask for the same at once wait for the same. A failure is not kept.
 *
 * @example
 * const cached = createVersionedCache<Report>(6)
 * const report = await cached(await projectionsVersion(db), JSON.stringify(period), () => compute(period))
 */
export function createVersionedCache<T>(most: number) {
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
