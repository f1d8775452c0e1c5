import { readFileSync } from 'node:fs'

/** npm forwards Ctrl-C, so one key press can arrive twice. */
const SAME_PRESS_MS = 1_000

const RUNNER = /^(npm|pnpm|yarn|bun|node|MainThread)/
const WATCH_MS = 1_000

function isRunnerGone(): boolean {
  try {
    return !RUNNER.test(readFileSync(`/proc/${process.ppid}/comm`, 'utf8'))
  } catch {
    return true
  }
}

/** Stops when npm, the parent, is gone. If npm gets SIGTERM at a bad moment, it dies without forwarding it. */
function watchNpm(stop: () => void): void {
  const { npm_lifecycle_script: script = '' } = process.env
  if (process.platform !== 'linux' || !script.startsWith('exec node deploy/local/start.js')) return
  const watching = setInterval(() => {
    if (!isRunnerGone()) return
    clearInterval(watching)
    stop()
  }, WATCH_MS).unref()
}

/** Aborted by Ctrl-C, SIGTERM, a closed terminal, or the parent's end. A later second signal calls `force`. */
export function createStopSignal(force: () => void): AbortSignal {
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
  watchNpm(onSignal)
  return controller.signal
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
