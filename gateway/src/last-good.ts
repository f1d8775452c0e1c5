/** Keeps the last good value of each key. Concurrent loads share one. A failed load rejects and keeps the old value. */
export function createLastGoodValues<T>() {
  const values = new Map<string, T>()
  const loading = new Map<string, Promise<T>>()

  const begin = async (key: string, load: () => Promise<T>): Promise<T> => {
    try {
      const value = await load()
      values.set(key, value)
      return value
    } finally {
      loading.delete(key)
    }
  }

  return {
    get: (key: string): T | undefined => values.get(key),
    refresh(key: string, load: () => Promise<T>): Promise<T> {
      const refreshing = loading.get(key) ?? begin(key, load)
      loading.set(key, refreshing)
      return refreshing
    },
  }
}
