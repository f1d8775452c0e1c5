/**
 * Lets those who ask while `work` is under way wait for one more round of it, together: what they ask about may have
 * changed since it began, and as many rounds at once as there are clicks help nobody.
 */
export function createTogether<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}
