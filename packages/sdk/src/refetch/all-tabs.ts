import { type EventName, events } from './events.ts'

const CHANNEL = 'mms-events'

interface Followed {
  listeners: Set<() => void>
  unfollow: () => void
}

const followed = new Map<EventName, Followed>()
let otherTabs: BroadcastChannel | null = null

const call = (name: EventName) => {
  for (const listener of followed.get(name)?.listeners ?? []) listener()
}

function begin(name: EventName): Followed {
  if (followed.size === 0 && typeof BroadcastChannel !== 'undefined') {
    otherTabs = new BroadcastChannel(CHANNEL)
    otherTabs.addEventListener('message', ({ data }: MessageEvent<EventName>) => call(data))
  }
  const unfollow = events.on(name, () => {
    otherTabs?.postMessage(name)
    call(name)
  })
  const begun = { listeners: new Set<() => void>(), unfollow }
  followed.set(name, begun)
  return begun
}

function end(name: EventName): void {
  followed.get(name)?.unfollow()
  followed.delete(name)
  if (followed.size > 0) return
  otherTabs?.close()
  otherTabs = null
}

/** Calls `listener` after an event in any tab of this browser; returns the unsubscribe function. */
export function onInAllTabs(name: EventName, listener: () => void): () => void {
  const { listeners } = followed.get(name) ?? begin(name)
  listeners.add(listener)
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) end(name)
  }
}
