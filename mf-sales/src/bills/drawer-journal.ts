import type { CreateCashEntry, Drawer, OpenDrawer } from '@mms/contracts'
import { type DBSchema, openDB } from 'idb'

/** An opening or a cash entry that the server does not have yet. */
export interface DrawerRequest {
  id: number
  path: string
  body: OpenDrawer | CreateCashEntry
  /** The server's reason against it. It is not sent again by itself. */
  problem?: string
}

interface Schema extends DBSchema {
  requests: { key: number; value: DrawerRequest }
  drawer: { key: 'last'; value: Drawer }
}

/**
 * The drawer's part of the counter's journal. It has a database of its own: a new version of the bills' database would
 * lock out pages of the release before, and with them the counter.
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
      // The store gives the id.
      const request = { path, body } as DrawerRequest
      return changed(Promise.all([tx.objectStore('requests').add(request), tx.done]))
    },
    /** Oldest first. */
    requests: () => db.getAll('requests'),
    /** `drawer`: the server's, with the request in it. */
    removeRequest(id: number, drawer?: Drawer) {
      const tx = write()
      const work = [tx.objectStore('requests').delete(id), tx.done]
      if (drawer) work.push(tx.objectStore('drawer').put(drawer, 'last') as never)
      return changed(Promise.all(work))
    },
    /** Without a problem the request is sent again. */
    noteRequest: ({ problem: _, ...request }: DrawerRequest, problem?: string) =>
      changed(db.put('requests', { ...request, ...(problem && { problem }) })),
    drawer: () => db.get('drawer', 'last'),
    keepDrawer: (drawer: Drawer) => db.put('drawer', drawer, 'last'),
    closeDrawers: () => db.close(),
  }
}
