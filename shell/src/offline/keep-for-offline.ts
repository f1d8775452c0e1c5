/** Files that a page needs to begin: its own, and those of the areas it shows. */
const NEEDED = /^\/(assets|areas)\//

function loadedPaths(): string[] {
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && NEEDED.test(pathname))
    .map(({ pathname }) => pathname)
  return ['/', ...new Set(paths)]
}

/**
 * Starts the worker that keeps what was visited, once the page has loaded: it must not slow the first visit. Browsers
 * have none on an address without https, other than this very machine; everything else works without it.
 */
export function keepForOffline(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const start = async () => {
    await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    const { active } = await serviceWorker.ready
    active?.postMessage({ keep: loadedPaths() })
  }
  // While connected a failure here changes nothing.
  const later = () => setTimeout(() => void start().catch(() => {}), 1_000)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
