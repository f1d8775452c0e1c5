const target = new EventTarget()

/** Calls `listener` whenever a call found no server. Returns the function that ends it. */
export function onNetworkFailure(listener: () => void): () => void {
  target.addEventListener('failure', listener)
  return () => target.removeEventListener('failure', listener)
}

/** A call found no server. */
export const reportNetworkFailure = (): void => void target.dispatchEvent(new Event('failure'))
