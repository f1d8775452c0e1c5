import type { Page } from '@playwright/test'

const PATIENCE_MS = 5_000

/** Says whether the browser still renders this page; used in failure reports. */
export async function describeFrames(page: Page): Promise<string> {
  if (page.isClosed()) return 'a closed page'
  const described = page.evaluate(async (patience) => {
    const begun = performance.now()
    const frame = new Promise<string>((resolve) => {
      requestAnimationFrame(() => resolve(`a frame after ${Math.round(performance.now() - begun)} ms`))
    })
    const none = new Promise<string>((resolve) => {
      setTimeout(() => resolve(`NO FRAME in ${patience} ms, ${document.visibilityState}`), patience)
    })
    return `${location.pathname}: ${await Promise.race([frame, none])}`
  }, PATIENCE_MS)
  const silent = new Promise<string>((resolve) => {
    setTimeout(() => resolve(`${page.url()}: runs no script`), 2 * PATIENCE_MS)
  })
  return Promise.race([described, silent]).catch((error: Error) => `${page.url()}: ${error.message}`)
}

const SLOWEST_BOUNCE_MS = 60

/** Waits until new content is painted and the page handles the next key. */
export async function look(page: Page): Promise<void> {
  await page.evaluate(
    (pause) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, pause)))
      }),
    SLOWEST_BOUNCE_MS,
  )
}
