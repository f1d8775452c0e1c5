export interface Lifecycle {
  /** Aborts when the process begins to stop. Long polls and jobs must then end. */
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
