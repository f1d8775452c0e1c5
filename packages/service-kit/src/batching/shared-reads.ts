export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>

interface Reading {
  underWay: Promise<unknown>
  /** A read that has not begun; every caller until then shares it. */
  next: Promise<unknown> | undefined
}

/**
 * Coalesces reads with the same `key`. A caller gets a read that **begins after its call**, and so sees every earlier
 * commit; it never joins a read in progress. A lone caller does not wait. Failures reach all sharers and are not kept.
 * Statement limits (`openDatabase`) bound a read.
 */
export function createSharedReads(): ShareRead {
  const readings = new Map<string, Reading>()

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = readings.get(key)
    if (known?.next) return known.next as Promise<T>
    // The first read starts after all arrived requests were handled.
    const reading = known ?? { underWay: new Promise<void>((turn) => setImmediate(turn)), next: undefined }
    const begin = async () => {
      reading.underWay = next
      reading.next = undefined
      try {
        return await read()
      } finally {
        if (!reading.next && reading.underWay === next) readings.delete(key)
      }
    }
    const next = reading.underWay.then(begin, begin)
    reading.next = next
    readings.set(key, reading)
    return next
  }
}

/** Coalesces single-row lookups into one statement; each row is read after its call. `findAll` returns rows by id. */
export function createSharedFind<T>(findAll: (ids: string[]) => Promise<ReadonlyMap<string, T>>) {
  const share = createSharedReads()
  let asked = new Set<string>()
  const findRequested = () => {
    const ids = [...asked]
    asked = new Set()
    return findAll(ids)
  }
  return async (id: string): Promise<T | undefined> => {
    asked.add(id)
    return (await share('asked', findRequested)).get(id)
  }
}
