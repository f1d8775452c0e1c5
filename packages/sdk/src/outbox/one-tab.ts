import { v4 } from 'uuid'
import type { OutboxEntry } from './entry.ts'
import { entries } from './storage.ts'

/** Longer than any call may take, so that a lease never expires in a tab that is still sending. */
const LEASE_MS = 45_000

const tab = v4()
const busy = new Set<string>()

/** Calls `run` unless the entry is being sent already. Uses Web Locks or, on plain http, a lease in the entry. */
export async function inOneTab(
  { userId, key }: Pick<OutboxEntry, 'userId' | 'key'>,
  run: () => Promise<void>,
): Promise<void> {
  if (busy.has(key)) return
  busy.add(key)
  try {
    if (navigator.locks) {
      const options = { ifAvailable: true }
      await navigator.locks.request(`mms-outbox-${key}`, options, async (lock) => {
        if (lock) await run()
      })
    } else if (takeLease(userId, key)) await run()
  } finally {
    busy.delete(key)
  }
}

const PATIENCE_MS = 20_000
const LOOK_MS = 100

/** Calls `run` once no tab is sending the entry. Returns false after a timeout, or if the entry is gone. */
export async function onceFree(
  entry: Pick<OutboxEntry, 'userId' | 'key'>,
  run: () => Promise<void> | void,
): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS
  let isDone = false
  while (!isDone && entries.find(entry.userId, entry.key) && Date.now() < deadline) {
    await inOneTab(entry, async () => {
      isDone = true
      await run()
    })
    if (!isDone) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return isDone
}

function takeLease(userId: string, key: string): boolean {
  const entry = entries.find(userId, key)
  const now = Date.now()
  // Ignores a lease that ends too far in the future, which a wrong clock must have set.
  const isTaken = ({ tab: holder, until }: { tab: string; until: number }) =>
    holder !== tab && until > now && until <= now + LEASE_MS
  if (!entry || (entry.lease && isTaken(entry.lease))) return false
  entries.put({ ...entry, lease: { tab, until: now + LEASE_MS } })
  return true
}
