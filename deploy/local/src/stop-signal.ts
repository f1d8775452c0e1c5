/** A Ctrl-C in a terminal reaches us twice within moments when npm started us: it passes its own on. */
const SAME_PRESS_MS = 1_000

/** Aborted by Ctrl-C, SIGTERM, a closed terminal, or the end of the release that started this one. A second, later one calls `force`. */
export function stopSignal(force: () => void): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  const onSignal = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now()
      controller.abort()
    } else if (performance.now() - firstAt > SAME_PRESS_MS) force()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  process.once('disconnect', onSignal)
  return controller.signal
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
