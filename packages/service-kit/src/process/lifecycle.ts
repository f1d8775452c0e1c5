export function createLifecycle() {
  const controller = new AbortController()
  return {
    /** Aborts when the process begins to stop. Long polls and jobs must then end. */
    signal: controller.signal,
    get stopping(): boolean {
      return controller.signal.aborted
    },
    stop: (): void => controller.abort(),
  }
}
export type Lifecycle = ReturnType<typeof createLifecycle>
