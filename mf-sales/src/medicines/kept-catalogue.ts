import type { Catalogue, CounterMedicine } from '@mms/contracts'

const NAME = 'mms-catalogue'
const MEDICINES = 'medicines'
const META = 'meta'

export interface KeptCatalogue {
  version: string
  medicines: CounterMedicine[]
}

/**
 * The catalogue in the browser's database: a reload, and a day without connection, begin with what was known. It holds
 * what everybody behind this counter may see, so it stays when somebody signs out. A browser that stores nothing
 * (a private window) asks the server each time instead.
 */
export const keptCatalogue = {
  async read(): Promise<KeptCatalogue | null> {
    return quietly(null, async (db) => {
      const stores = db.transaction([MEDICINES, META])
      const version = resultOf<string | undefined>(stores.objectStore(META).get('version'))
      const medicines = resultOf<CounterMedicine[]>(stores.objectStore(MEDICINES).getAll())
      const kept = { version: await version, medicines: await medicines }
      return kept.version === undefined ? null : { version: kept.version, medicines: kept.medicines }
    })
  },
  /** Rows and version go together, so that what is kept is always what that version was. */
  async write({ version, isWhole, medicines, deleted }: Catalogue): Promise<void> {
    await quietly(undefined, async (db) => {
      const stores = db.transaction([MEDICINES, META], 'readwrite')
      const rows = stores.objectStore(MEDICINES)
      if (isWhole) rows.clear()
      for (const medicine of medicines) rows.put(medicine)
      for (const id of deleted) rows.delete(id)
      stores.objectStore(META).put(version, 'version')
      await done(stores)
    })
  },
}

let opening: Promise<IDBDatabase> | undefined

async function quietly<T>(otherwise: T, work: (db: IDBDatabase) => Promise<T>): Promise<T> {
  try {
    opening ??= open()
    return await work(await opening)
  } catch {
    opening = undefined
    return otherwise
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(MEDICINES, { keyPath: '_id' })
    request.result.createObjectStore(META)
  }
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
