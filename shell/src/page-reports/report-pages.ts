import { useRegistry } from '../areas/registry.ts'
import { followProblems, noteProblem } from '../notes/notes.ts'

/** After the page has loaded: what reports must not slow a first visit. */
const DELAY_MS = 5_000

/**
 * Notes what fails in the page from its first moment, and fetches what reports it once the page has loaded and stood for a
 * while; at once when there is a problem, for a person may leave.
 */
export function reportPages(): void {
  window.addEventListener('error', ({ error }) => {
    // Without it, it is another origin's script, or no failure at all.
    if (error) noteProblem('error', error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => noteProblem('rejection', reason))
  const begin = async () => {
    followProblems(() => {})
    if (!useRegistry.getState().pageReports) return
    const { sendReports } = await import('./send-reports.ts')
    sendReports()
  }
  const beginQuietly = () => void begin().catch(() => {})
  const later = () => {
    followProblems(beginQuietly)
    setTimeout(beginQuietly, DELAY_MS)
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
