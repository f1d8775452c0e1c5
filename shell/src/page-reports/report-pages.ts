import { useRegistry } from '../areas/registry.ts'
import { followProblems, noteProblem } from '../notes/notes.ts'

const DELAY_MS = 5_000

/** Collects problems from the start. The sender loads once the page is settled, or on a problem: users may leave. */
export function reportPages(): void {
  window.addEventListener('error', ({ error }) => {
    // Missing for scripts of other origins and non-errors.
    if (error) noteProblem('error', error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => noteProblem('rejection', reason))
  const begin = async () => {
    followProblems(() => {})
    if (!useRegistry.getState().pageReports) return
    const { sendReports } = await import(/* webpackChunkName: "page-reports" */ './send-reports.ts')
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
