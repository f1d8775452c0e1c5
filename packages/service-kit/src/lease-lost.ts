/** Another process took over, because this one was silent for too long or must start again. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor(work: string) {
    super(`Another process took over: ${work}`)
  }
}
