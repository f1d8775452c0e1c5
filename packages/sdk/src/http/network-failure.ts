const target = new EventTarget()

export function onNetworkFailure(listener: () => void): () => void {
  target.addEventListener('failure', listener)
  return () => target.removeEventListener('failure', listener)
}

export const reportNetworkFailure = (): void => void target.dispatchEvent(new Event('failure'))
