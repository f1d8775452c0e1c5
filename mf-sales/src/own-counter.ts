import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Registration of this browser as a counter. */
export interface OwnCounter {
  _id: string
  code: string
  name: string
  secret: string
}

interface Schema extends DBSchema {
  counter: { key: 'own'; value: OwnCounter }
}

const NAME = 'mms-bills'

async function withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(NAME, 1, { upgrade: (opened) => void opened.createObjectStore('counter') })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

export const readOwnCounter = (): Promise<OwnCounter | undefined> =>
  withDatabase((db) => db.get('counter', 'own'))

/** Store the secret now: the server shows it only once. */
export const writeOwnCounter = (counter: OwnCounter): Promise<void> =>
  withDatabase(async (db) => {
    const { store, done } = db.transaction('counter', 'readwrite', { durability: 'strict' })
    await Promise.all([store.put(counter, 'own'), done])
  })
