import type { CDPSession, Page } from '@playwright/test'

/** A key as the page saw it; milliseconds since the browser had it. */
export interface KeyTime {
  key: string
  /** Everything it set off has run, what React drew included. */
  handled: number
  /** The frame that shows it has been made. */
  drawn: number
  /** The field that takes the next sale is empty and has the focus, at the moment of `handled`. */
  isReady: boolean
}

interface Watched {
  keyTimes: (KeyTime & { at: number })[]
}

/** Notes the time of every key from the next page load on. */
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
        // A task after the frame's callbacks comes when its style, layout and paint are done.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          time.drawn = performance.now() - time.at
        }
        port2.postMessage(null)
      })
    }
    window.addEventListener('keydown', begin, { capture: true })
    // The page's own listeners sit further inside and have run, with what they drew, when these hear of it.
    for (const moment of ['keydown', 'keypress', 'input', 'submit']) window.addEventListener(moment, goOn)
  })
}

/** The times since the last call. */
export async function takeTimes(page: Page): Promise<KeyTime[]> {
  return page.evaluate(() => (window as unknown as Watched).keyTimes.splice(0))
}

/** How long the page's main thread has been busy until now, in milliseconds. */
export async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** Median, 95 of 100, and the most of some milliseconds. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
  return [at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1)).join(' / ')
}
