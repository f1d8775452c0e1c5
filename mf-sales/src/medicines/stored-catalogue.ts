import type { CatalogueColumns } from '@mms/contracts'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { CatalogueChanges } from './catalogue-index.ts'

const NAME = 'mms-medicines'

interface Schema extends DBSchema {
  whole: { key: 'version' | 'columns'; value: string | CatalogueColumns }
  changes: { key: number; value: CatalogueChanges }
}

type Stores = IDBPTransaction<Schema, ['whole', 'changes'], 'readwrite'>

/** Maximum changes stored one by one. Beyond this the whole catalogue is rewritten. */
const MOST_CHANGES = 500

/** The stored version if the last changes did not start from it. */
let missed: string | undefined

/**
 * Keeps the catalogue in IndexedDB for reloads and offline use. It stays after sign-out because every user of
 * this counter may see it. It is stored as one record plus a log of changes, because writing 50,000 records
 * takes seconds. Private windows store nothing and fetch every time.
 */
export const storedCatalogue = {
  read: () =>
    quietly(null, async (db) => {
      const stores = db.transaction(['whole', 'changes'])
      const [version, columns, changes] = await Promise.all([
        stores.objectStore('whole').get('version') as Promise<string | undefined>,
        stores.objectStore('whole').get('columns') as Promise<CatalogueColumns | undefined>,
        stores.objectStore('changes').getAll(),
      ])
      return version === undefined || !columns ? null : { version, columns, changes }
    }),
  replace: (version: string, columns: CatalogueColumns): Promise<void> =>
    quietly(undefined, async (db) => {
      const stores = db.transaction(['whole', 'changes'], 'readwrite')
      await Promise.all([...replaceIn(stores, version, columns), stores.done])
    }),
  /**
   * Appends changes to the stored version if they start from it. If they do not, another tab is ahead or a
   * write failed. After a failed write, the same version is found twice, and `whole` then replaces it.
   */
  append: (changes: CatalogueChanges, whole: () => CatalogueColumns): Promise<void> =>
    quietly(undefined, async (db) => {
      const stores = db.transaction(['whole', 'changes'], 'readwrite')
      const kept = (await stores.objectStore('whole').get('version')) as string | undefined
      const leadsOn = kept === changes.since
      const count = await stores.objectStore('changes').count()
      const isStuck = !leadsOn && (kept === undefined || kept === missed)
      missed = leadsOn || isStuck || kept === changes.version ? undefined : kept
      const { version } = changes
      if (isStuck || (leadsOn && count >= MOST_CHANGES)) {
        await Promise.all([...replaceIn(stores, version, whole()), stores.done])
      } else if (leadsOn) {
        const put = stores.objectStore('whole').put(version, 'version')
        await Promise.all([put, stores.objectStore('changes').add(changes), stores.done])
      }
    }),
}

const replaceIn = (stores: Stores, version: string, columns: CatalogueColumns) => [
  stores.objectStore('whole').put(version, 'version'),
  stores.objectStore('whole').put(columns, 'columns'),
  stores.objectStore('changes').clear(),
]

let opening: Promise<IDBPDatabase<Schema>> | undefined

async function quietly<T>(otherwise: T, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    opening ??= open()
    return await work(await opening)
  } catch {
    opening = undefined
    return otherwise
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(NAME, 4, {
    upgrade(db) {
      // Delete data in an older format. The catalogue is fetched again.
      for (const name of db.objectStoreNames) db.deleteObjectStore(name)
      db.createObjectStore('whole')
      db.createObjectStore('changes', { autoIncrement: true })
    },
    // Do not block the next release's tab until this one closes.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  })
}
