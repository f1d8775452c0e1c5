const listeners = new Set<() => void>()

/** Calls `listener` whenever a call found no server. Returns the function that ends it. */
export function onNetworkFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells that a call found no server. */
export function reportNetworkFailure(): void {
  for (const listener of listeners) listener()
}
