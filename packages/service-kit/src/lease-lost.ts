/** Another process took the work over, because this one was silent for too long, or because it must begin again. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor(work: string) {
    super(`Another process took over: ${work}`)
  }
}
