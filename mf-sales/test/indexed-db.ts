import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll } from 'vitest'

// Files share a window: each gets a database of its own, and leaves none to the next.
globalThis.indexedDB = new IDBFactory()
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB')
})
