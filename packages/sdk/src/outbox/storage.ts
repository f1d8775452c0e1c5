import type { OutboxEntry } from './entry.ts'

export interface OutboxChange {
  key: string
  entry: OutboxEntry | null
  before: OutboxEntry | null
  elsewhere: boolean
}

const PREFIX = 'mms.outbox.'
const listeners = new Set<(change: OutboxChange) => void>()

/** Fallback for entries that the browser could not store. Lost when the tab is closed. */
const memory = new Map<string, string>()

/** Each entry has its own key, so that two tabs cannot overwrite each other's entries. */
const storageKey = (userId: string, key: string) => `${PREFIX}${userId}.${key}`

export const entries = {
  find: (userId: string, key: string): OutboxEntry | null => parse(read(storageKey(userId, key))),

  list: (userId: string): OutboxEntry[] => listAll(storageKey(userId, '')),

  listOfAll: (): OutboxEntry[] => listAll(PREFIX),

  put(entry: OutboxEntry): void {
    const name = storageKey(entry.userId, entry.key)
    const before = parse(read(name))
    write(name, JSON.stringify(entry))
    publish({ key: entry.key, entry, before, elsewhere: false })
  },

  remove(userId: string, key: string): void {
    const name = storageKey(userId, key)
    const before = parse(read(name))
    memory.delete(name)
    localStorage.removeItem(name)
    if (before) publish({ key, entry: null, before, elsewhere: false })
  },

  /** Also reports changes by other tabs. Returns a function to unsubscribe. */
  onChange(listener: (change: OutboxChange) => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  },
}

function listAll(prefix: string): OutboxEntry[] {
  const names = new Set([...Object.keys(localStorage), ...memory.keys()])
  return [...names]
    .filter((name) => name.startsWith(prefix))
    .map((name) => parse(read(name)))
    .filter((entry) => entry !== null)
    .sort((a, b) => a.at.localeCompare(b.at))
}

function followOtherTabs({ key: name, newValue, oldValue }: StorageEvent): void {
  if (!name?.startsWith(PREFIX)) return
  const entry = parse(newValue)
  const before = parse(oldValue)
  const key = entry?.key ?? before?.key
  if (key) publish({ key, entry, before, elsewhere: true })
}

function publish(change: OutboxChange): void {
  for (const listener of [...listeners]) listener(change)
}

function read(name: string): string | null {
  return memory.get(name) ?? localStorage.getItem(name)
}

function write(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
    memory.delete(name)
  } catch {
    memory.set(name, text)
  }
}

function parse(text: string | null): OutboxEntry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as OutboxEntry | null
    return typeof entry?.key === 'string' && typeof entry.path === 'string' ? entry : null
  } catch {
    return null
  }
}
