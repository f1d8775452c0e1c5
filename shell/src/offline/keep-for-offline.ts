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
 * Starts after the page has loaded, to keep the first visit fast. Browsers allow service workers only over
 * https or on localhost; without one, the page works online only.
 */
export function keepForOffline(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const start = async () => {
    await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    const { active } = await serviceWorker.ready
    active?.postMessage({ keep: loadedPaths() })
  }
  // Ignore failures, because the page works online without a service worker.
  const later = () => setTimeout(() => void start().catch(() => {}), 1_000)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
