import type { CreateCashEntry, Drawer, OpenDrawer } from '@mms/contracts'
import { type DBSchema, openDB } from 'idb'

/** A drawer opening or a cash entry that is not sent yet. */
export interface DrawerRequest {
  id: number
  path: string
  body: OpenDrawer | CreateCashEntry
  /** The server's reason for refusing it. A refused request is not retried automatically. */
  problem?: string
}

interface Schema extends DBSchema {
  requests: { key: number; value: DrawerRequest }
  drawer: { key: 'last'; value: Drawer }
}

/**
 * The journal's drawer requests. They have their own database: raising the version of the bill database would
 * lock out open pages of the last release.
 */
export async function openDrawerJournal(name: string, announce: () => void) {
  const db = await openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('drawer')
    },
  })
  const write = () => db.transaction(['requests', 'drawer'], 'readwrite', { durability: 'strict' })
  const changed = async (work: Promise<unknown>) => {
    await work
    announce()
  }
  return {
    addRequest({ path, body }: Pick<DrawerRequest, 'path' | 'body'>) {
      const tx = write()
      // The object store assigns the id.
      const request = { path, body } as DrawerRequest
      return changed(Promise.all([tx.objectStore('requests').add(request), tx.done]))
    },
    /** Oldest first. */
    requests: () => db.getAll('requests'),
    /** `drawer` is the server's drawer after this request. */
    removeRequest(id: number, drawer?: Drawer) {
      const tx = write()
      const work = [tx.objectStore('requests').delete(id), tx.done]
      if (drawer) work.push(tx.objectStore('drawer').put(drawer, 'last') as never)
      return changed(Promise.all(work))
    },
    /** Stores the refusal. Without `problem` the request is sent again. */
    noteRequest: ({ problem: _, ...request }: DrawerRequest, problem?: string) =>
      changed(db.put('requests', { ...request, ...(problem && { problem }) })),
    drawer: () => db.get('drawer', 'last'),
    keepDrawer: (drawer: Drawer) => db.put('drawer', drawer, 'last'),
    closeDrawers: () => db.close(),
  }
}
