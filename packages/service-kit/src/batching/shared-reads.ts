export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>

interface Reading {
  underWay: Promise<unknown>
  /** The read that starts next. Callers share it until it starts. */
  next: Promise<unknown> | undefined
}

/**
 * Shares reads with the same `key`. A caller never joins a running read. It gets one that **begins after its call**,
 * and so sees every earlier commit. A single caller does not wait. A failure reaches all sharers and is not cached.
 * `openDatabase` limits the duration of a read.
 */
export function createSharedReads(): ShareRead {
  const readings = new Map<string, Reading>()

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = readings.get(key)
    if (known?.next) return known.next as Promise<T>
    // Start the first read after all requests that have already arrived, so that they can share it.
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

/** Combines single-row lookups into one statement that starts after the calls. `findAll` returns rows by id. */
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
