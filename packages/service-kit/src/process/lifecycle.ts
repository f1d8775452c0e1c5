export interface Lifecycle {
  /** Aborted when the process begins to stop: end long polls and jobs. */
  signal: AbortSignal
  stopping: boolean
  stop(): void
}

export function createLifecycle(): Lifecycle {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    get stopping() {
      return controller.signal.aborted
    },
    stop: () => controller.abort(),
  }
}
