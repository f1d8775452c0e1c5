import { events } from '@mms/sdk'

/** When the server has heard of a changed stock through its feed: mostly by the first, surely by the last. */
export const LOOKS_MS = [1_000, 2_500, 6_000]

/** What happened in a tab, as other tabs are told. */
type Change = 'alerts' | 'stock'

const followers = new Set<() => void>()
let stop: (() => void) | undefined

/**
 * Calls `look` when alerts may have changed in this browser, in whichever tab: at once after something was done to
 * alerts, and a little later after something that moved stock. However many parts of a page follow, one look is made for
 * all of them. Returns the function that ends it.
 */
export function followChanges(look: () => void): () => void {
  followers.add(look)
  stop ??= start()
  return () => {
    followers.delete(look)
    if (followers.size > 0) return
    stop?.()
    stop = undefined
  }
}

function start(): () => void {
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('mms-alerts')
  const follow = (change: Change) => (change === 'alerts' ? lookNow() : lookSoon(timers))
  const tell = (change: Change) => {
    follow(change)
    otherTabs?.postMessage(change)
  }
  const unfollow = [
    events.on('alerts-changed', () => tell('alerts')),
    events.on('medicines-changed', () => tell('stock')),
  ]
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<Change>) => follow(data))
  return () => {
    for (const end of unfollow) end()
    for (const timer of timers.values()) clearTimeout(timer)
    otherTabs?.close()
  }
}

/** Sale after sale puts off the last look only, so that somebody who sells without a pause sees what comes of it too. */
function lookSoon(timers: Map<number, ReturnType<typeof setTimeout>>): void {
  const last = LOOKS_MS.at(-1)
  for (const delay of LOOKS_MS) {
    const pending = timers.get(delay)
    if (pending !== undefined && delay !== last) continue
    clearTimeout(pending)
    const timer = setTimeout(() => {
      timers.delete(delay)
      lookNow()
    }, delay)
    timers.set(delay, timer)
  }
}

/** A tab that nobody sees looks when it is seen again, as queries do. */
function lookNow(): void {
  if (document.visibilityState === 'hidden') return
  const [look] = followers
  look?.()
}
