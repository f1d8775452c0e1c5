import { EventEmitter } from 'node:events'

const appends = new EventEmitter().setMaxListeners(0)
let count = 0

/** Wakes the waiting readers of this process after a commit with events. */
export function announceAppend(): void {
  count += 1
  appends.emit('append')
}

export function appendCount(): number {
  return count
}

/** Waits for the next append of this process, at most `ms`. */
export function waitForAppend(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      appends.off('append', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    appends.once('append', done)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
}
