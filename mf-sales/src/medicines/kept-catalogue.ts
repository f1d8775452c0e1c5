import type { CatalogueColumns } from '@mms/contracts'
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { CatalogueChanges } from './catalogue-index.ts'

const NAME = 'mms-medicines'

interface Schema extends DBSchema {
  /** `version` is the one to which `columns` and then all changes lead. */
  whole: { key: 'version' | 'columns'; value: string | CatalogueColumns }
  /** In the order in which they were made. */
  changes: { key: number; value: CatalogueChanges }
}

export interface KeptCatalogue {
  version: string
  columns: CatalogueColumns
  changes: CatalogueChanges[]
}

type Stores = IDBPTransaction<Schema, ['whole', 'changes'], 'readwrite'>

/** Changes that are kept one by one; with more, the whole is written again. */
const MOST_CHANGES = 500

/** The kept version that the changes before did not lead on from. */
let missed: string | undefined

/**
 * The catalogue in the browser's database: a reload, and a day without connection, begin with what was known. It holds
 * what every user of this counter may see, so it stays at sign-out. It is one record and a log of changes: fifty
 * thousand records would take seconds to write. A browser that stores nothing (a private window) asks the server each
 * time instead.
 */
export const keptCatalogue = {
  read: (): Promise<KeptCatalogue | null> =>
    quietly(null, async (db) => {
      const stores = db.transaction(['whole', 'changes'])
      const [version, columns, changes] = await Promise.all([
        stores.objectStore('whole').get('version') as Promise<string | undefined>,
        stores.objectStore('whole').get('columns') as Promise<CatalogueColumns | undefined>,
        stores.objectStore('changes').getAll(),
      ])
      return version === undefined || !columns ? null : { version, columns, changes }
    }),
  /** Keeps this in place of all that was kept. */
  replace: (version: string, columns: CatalogueColumns): Promise<void> =>
    quietly(undefined, async (db) => {
      const stores = db.transaction(['whole', 'changes'], 'readwrite')
      await Promise.all([...replaceIn(stores, version, columns), stores.done])
    }),
  /**
   * Adds changes to the version from which they lead, and to no other. Where another is kept, another tab is ahead and
   * goes on writing; or a write has failed: then the same is still kept the next time, and `whole` replaces it.
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
  return openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('whole')
      db.createObjectStore('changes', { autoIncrement: true })
    },
    // The next release's tab must not wait for this one to be closed.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  })
}
