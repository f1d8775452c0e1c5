import { v4 } from 'uuid'
import type { OutboxEntry } from './entry.ts'
import { entries } from './storage.ts'

/** Longer than any call may take, so that a tab that is alive never loses its lease while it waits. */
const LEASE_MS = 45_000

const tab = v4()
const busy = new Set<string>()

/**
 * Runs it unless this or another tab is at this entry already. Web Locks where the browser has them (they end with
 * their tab), else a lease in the entry: browsers offer locks only over https and on localhost.
 */
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

/** Longest wait for another try that is under way: a call and what it waits for. */
const PATIENCE_MS = 20_000
const LOOK_MS = 100

/**
 * Runs it once no try of this entry is under way, in this tab or in another. False when that takes too long, or when there
 * is no such entry any more.
 */
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
  // One that lasts longer than any lease was written by a clock that was wrong.
  const isTaken = ({ tab: holder, until }: { tab: string; until: number }) =>
    holder !== tab && until > now && until <= now + LEASE_MS
  if (!entry || (entry.lease && isTaken(entry.lease))) return false
  entries.put({ ...entry, lease: { tab, until: now + LEASE_MS } })
  return true
}
