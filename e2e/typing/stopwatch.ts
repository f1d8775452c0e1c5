import type { CDPSession, Page } from '@playwright/test'

/** Times of a key in ms since the browser received it. */
export interface KeyTime {
  key: string
  /** All effects have run, React's rendering included. */
  handled: number
  drawn: number
  /** The form is empty and focused at `handled`. */
  isReady: boolean
}

interface Watched {
  keyTimes: (KeyTime & { at: number })[]
}

/** Records the time of every key after the next page load. */
export async function installStopwatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const keyTimes: Watched['keyTimes'] = []
    Object.assign(window, { keyTimes })
    const begin = (event: KeyboardEvent) => {
      if (event.isTrusted) {
        keyTimes.push({ key: event.key, at: event.timeStamp, handled: 0, drawn: 0, isReady: false })
      }
    }
    const goOn = () => {
      const time = keyTimes.at(-1)
      if (!time) return
      const field = document.activeElement
      time.handled = performance.now() - time.at
      time.isReady = field instanceof HTMLInputElement && field.role === 'combobox' && field.value === ''
      requestAnimationFrame(() => {
        // This task runs after style, layout and paint of the frame.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          time.drawn = performance.now() - time.at
        }
        port2.postMessage(null)
      })
    }
    window.addEventListener('keydown', begin, { capture: true })
    // The page's own listeners are further inside and have run before these.
    for (const moment of ['keydown', 'keypress', 'input', 'submit']) window.addEventListener(moment, goOn)
  })
}

export async function takeTimes(page: Page): Promise<KeyTime[]> {
  return page.evaluate(() => (window as unknown as Watched).keyTimes.splice(0))
}

/** Busy time of the page's main thread, in ms. */
export async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** Median, 95th percentile and maximum. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
  return [at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1)).join(' / ')
}
