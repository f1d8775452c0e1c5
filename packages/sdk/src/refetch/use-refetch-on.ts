import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type EventName, events, useSuiteEvents } from './events.ts'

export interface RefetchOptions {
  /** Events, from any tab, about changes that reach the queried service by feed. Refetches after 1 s, 2.5 s and 6 s. */
  throughFeed?: readonly EventName[]
}

/** Refetch delays. A feed usually delivers a change before the first, and certainly before the last. */
const LOOKS_MS = [1_000, 2_500, 6_000]

/** Calls `look` after each delay. Repeated events postpone only the last call, so constant changes still show up. */
function createLooks(look: () => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const lastMs = LOOKS_MS.at(-1)
  return {
    soon() {
      for (const delay of LOOKS_MS) {
        const pending = timers.get(delay)
        if (pending !== undefined && delay !== lastMs) continue
        clearTimeout(pending)
        const timer = setTimeout(() => {
          timers.delete(delay)
          look()
        }, delay)
        timers.set(delay, timer)
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

interface Following {
  parts: number
  stop: () => void
}

const followings = new WeakMap<QueryClient, Map<string, Following>>()

function refetch(queries: QueryClient, queryKey: QueryKey): void {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active'
  void queries.invalidateQueries({ queryKey, refetchType })
}

function follow(queries: QueryClient, queryKey: QueryKey, now: EventName[], soon: EventName[]): Following {
  const look = () => refetch(queries, queryKey)
  const looks = createLooks(look)
  const ends = [
    ...now.map((name) => onInAllTabs(name, look)),
    ...soon.map((name) => onInAllTabs(name, looks.soon)),
  ]
  const stop = () => {
    looks.stop()
    for (const end of ends) end()
  }
  return { parts: 0, stop }
}

function join(queries: QueryClient, wanted: string, begin: () => Following): () => void {
  const ofClient = followings.get(queries) ?? new Map<string, Following>()
  followings.set(queries, ofClient)
  const following = ofClient.get(wanted) ?? begin()
  ofClient.set(wanted, following)
  following.parts += 1
  return () => {
    following.parts -= 1
    if (following.parts > 0) return
    following.stop()
    ofClient.delete(wanted)
  }
}

const nothing: readonly EventName[] = []

/** Refetches all queries under `key` after one of the events. */
export function useRefetchOn(
  names: readonly EventName[],
  key: QueryKey,
  { throughFeed = nothing }: RefetchOptions = {},
): void {
  const queries = useQueryClient()
  const isFollowing = throughFeed.length > 0
  useSuiteEvents(isFollowing ? nothing : names, () => void queries.invalidateQueries({ queryKey: key }))
  const now = names.filter((name) => !throughFeed.includes(name))
  const wanted = JSON.stringify({ key, now, soon: throughFeed })
  useEffect(() => {
    if (!isFollowing) return
    const following = JSON.parse(wanted)
    return join(queries, wanted, () => follow(queries, following.key, following.now, following.soon))
  }, [queries, isFollowing, wanted])
}

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

/** Calls `listener` after an event in any tab of this browser. Returns a function to unsubscribe. */
function onInAllTabs(name: EventName, listener: () => void): () => void {
  const { listeners } = followed.get(name) ?? begin(name)
  listeners.add(listener)
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) end(name)
  }
}
