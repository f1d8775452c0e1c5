/** What `work` resolves to, or `late` where that takes longer than `ms`; the work itself goes on. */
export function inTime<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, late).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
