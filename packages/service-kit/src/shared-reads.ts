/** Makes one read do for all who ask for the same at the same time. */
export type ShareRead = <T>(key: string, read: () => Promise<T>) => Promise<T>

interface Reading {
  underWay: Promise<unknown>
  /** Has not begun: every caller until then gets it. */
  next: Promise<unknown> | undefined
}

/**
 * Shares reads between callers that name the same `key` (request coalescing). A caller gets a read that **begins after
 * it asked**, and so sees whatever was committed before: it never joins one that is under way, but waits for the next
 * one, with all others that come meanwhile. A lone caller does not wait. A failure is that of all who shared the read,
 * and is not kept. How long a read may take is for its statements to limit (`openDatabase`): the next one waits for it.
 *
 * @example
 * // At sixteen connections a few statements, where there were sixteen.
 * const share = createSharedReads()
 * const newest = () => share('newest', () => store.newest(50))
 */
export function createSharedReads(): ShareRead {
  const readings = new Map<string, Reading>()

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = readings.get(key)
    if (known?.next) return known.next as Promise<T>
    // The first one begins when all that has arrived by now has been looked at.
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

/**
 * Shares one statement between callers that each look for one row at the same time: a caller's row is read after it asked.
 * `findAll` returns what there is, by id.
 *
 * @example
 * const find = createSharedFind(async (ids) => new Map((await store.findRows(ids)).map((row) => [row.id, row])))
 * const row = await find(id)
 */
export function createSharedFind<T>(findAll: (ids: string[]) => Promise<ReadonlyMap<string, T>>) {
  const share = createSharedReads()
  let asked = new Set<string>()
  const findAsked = () => {
    const ids = [...asked]
    asked = new Set()
    return findAll(ids)
  }
  return async (id: string): Promise<T | undefined> => {
    asked.add(id)
    return (await share('asked', findAsked)).get(id)
  }
}
