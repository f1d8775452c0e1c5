import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type EventName, events, onInAllTabs } from './events.ts'

interface RefetchOptions {
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

interface Wanted {
  key: QueryKey
  names: EventName[]
  throughFeed: EventName[]
}

/** Returns a function to stop. */
function follow(queries: QueryClient, { key: queryKey, names, throughFeed }: Wanted): () => void {
  if (throughFeed.length === 0) {
    const refetch = () => void queries.invalidateQueries({ queryKey })
    return stopAll(names.map((name) => events.on(name, refetch)))
  }
  const look = () => {
    const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active'
    void queries.invalidateQueries({ queryKey, refetchType })
  }
  const looks = createLooks(look)
  const now = names.filter((name) => !throughFeed.includes(name))
  return stopAll([
    looks.stop,
    ...now.map((name) => onInAllTabs(name, look)),
    ...throughFeed.map((name) => onInAllTabs(name, looks.soon)),
  ])
}

const stopAll = (stops: (() => void)[]) => () => {
  for (const stop of stops) stop()
}

/** Components that want the same share one following. */
const followings = new WeakMap<QueryClient, Map<string, { parts: number; stop: () => void }>>()

function join(queries: QueryClient, wanted: string): () => void {
  const ofClient = followings.get(queries) ?? new Map()
  followings.set(queries, ofClient)
  const following = ofClient.get(wanted) ?? { parts: 0, stop: follow(queries, JSON.parse(wanted)) }
  ofClient.set(wanted, following)
  following.parts += 1
  return () => {
    following.parts -= 1
    if (following.parts > 0) return
    following.stop()
    ofClient.delete(wanted)
  }
}

/** Refetches all queries under `key` after one of the events. */
export function useRefetchOn(
  names: readonly EventName[],
  key: QueryKey,
  { throughFeed = [] }: RefetchOptions = {},
): void {
  const queries = useQueryClient()
  const wanted = JSON.stringify({ key, names, throughFeed })
  useEffect(() => join(queries, wanted), [queries, wanted])
}
