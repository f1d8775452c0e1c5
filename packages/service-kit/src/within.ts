/** Settles when the work does, well or not, or when `ms` are over. Keeps no process alive. */
export function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms).unref()
    const done = () => {
      clearTimeout(late)
      resolve()
    }
    work.then(done, done)
  })
}
