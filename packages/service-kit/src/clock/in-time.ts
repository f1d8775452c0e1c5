/** Returns the result of `work`, or `late` after `ms`. Does not cancel `work`. */
export function withTimeout<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, late).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
