import { useSyncExternalStore } from 'react'

/** A value stored outside React. Components subscribe to it with `use()`. */
export function sharedValue<Value>(value: Value) {
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next: Value): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
